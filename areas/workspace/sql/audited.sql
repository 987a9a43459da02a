-- Registers the tables of this area for the audit log.
select audit_table('user_preference', 'user_id', 'updated_at');
