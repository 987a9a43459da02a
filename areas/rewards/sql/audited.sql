-- The stock counters are not audited: they follow from the movements, which are.
select audit_table('reward_inventory', 'inventory_id', 'version,updated_at,qty_on_hand,qty_reserved,qty_issued'),
  audit_table('reward_movement', 'movement_id');
