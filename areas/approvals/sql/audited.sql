-- The audited tables of this area.
select audit_table('approval', 'approval_id');
