-- The tables of this area that are under audit.
select audit_table('customer', 'customer_id'),
  audit_table('customer_address', 'address_id'),
  audit_table('customer_consent', 'consent_id'),
  audit_table('customer_tag', 'tag_id');
