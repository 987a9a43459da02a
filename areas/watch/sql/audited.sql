-- The tables of this area that are under audit.
select audit_table('watch_finding', 'finding_id');
