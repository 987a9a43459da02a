-- Puts the tables of this area under audit.
select audit_table('user_preference', 'user_id', 'updated_at');
