-- The stock counters are not audited, because they follow from the audited movements.
select audit_table('reward_inventory', 'inventory_id', 'version,updated_at,qty_on_hand,qty_reserved,qty_issued'),
  audit_table('reward_movement', 'movement_id');
