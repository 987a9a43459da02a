-- The tables of this area that are under audit.
select audit_table('point_expiry_reward', 'reference_code', 'claims'),
  audit_table('expiry_contact', 'contact_id');
