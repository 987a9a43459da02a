-- Audited tables of this area.
select audit_table('archived_member', 'archive_id');
