-- The tables of this area that are under audit.
select audit_table('archived_member', 'archive_id');
