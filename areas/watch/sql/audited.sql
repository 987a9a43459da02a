-- The audited tables of this area.
select audit_table('watch_finding', 'finding_id');
