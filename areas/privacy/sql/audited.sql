-- The tables of this area that are under audit beside its records.
select audit_table('customer_erasure', 'erasure_id');
