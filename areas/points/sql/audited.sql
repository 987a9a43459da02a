-- Registers tables of this area that are not record tables for the audit log.
select audit_table('point_structure_detail', 'structure_detail_id'),
  audit_table('point_rate_detail', 'rate_detail_id'),
  audit_table('point_history', 'history_id', 'point_reversed,point_utilized,point_expired,point_owed');
