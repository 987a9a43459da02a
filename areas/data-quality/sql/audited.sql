-- The audited tables of the data quality area.
select audit_table('archived_member', 'archive_id');
