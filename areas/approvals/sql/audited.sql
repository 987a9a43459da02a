-- The tables of this area under audit.
select audit_table('approval', 'approval_id');
