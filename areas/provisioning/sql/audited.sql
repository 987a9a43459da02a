-- The audited tables of this area.
select audit_table('scim_user', 'user_id', 'updated_at'),
  audit_table('scim_group', 'group_id', 'updated_at,version'),
  audit_table('scim_group_member', 'group_id,user_id'),
  audit_table('scim_group_role', 'group_id,role');
