-- Registers the tables of this area for the audit log.
select audit_table('watch_finding', 'finding_id');
