select audit_table('point_expiry_offer', 'reference_code'),
  audit_table('expiry_contact', 'contact_id');
