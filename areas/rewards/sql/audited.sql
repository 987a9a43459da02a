-- Beside the records: the counters of a place follow from its movements, which are under audit themselves.
select audit_table('reward_inventory', 'inventory_id', 'version,updated_at,qty_on_hand,qty_reserved,qty_issued'),
  audit_table('reward_movement', 'movement_id');
