-- Registers tables of this area that are not record tables for the audit log.
select audit_table('customer_erasure', 'erasure_id');
