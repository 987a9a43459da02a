-- The audited tables of this area. The audit log has no secrets, not even encrypted ones.
select audit_table('webhook_endpoint', 'endpoint_id', 'secret_sealed,key_id,previous_secret_sealed,previous_key_id,version,updated_at');
