-- Further audited tables of this area.
select audit_table('customer_erasure', 'erasure_id');
