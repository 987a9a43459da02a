-- The tables of this area that are under audit.
select audit_table('building', 'building_id'),
  audit_table('department', 'department_id'),
  audit_table('staff', 'staff_id');
