-- The tables of this area that are under audit.
select audit_table('point_expiry_offer', 'reference_code'),
  audit_table('expiry_contact', 'contact_id');
