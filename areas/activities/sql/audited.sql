select audit_table('customer_activity', 'activity_id', 'version,updated_at,updated_by_id');
