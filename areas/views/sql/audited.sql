-- Registers the tables of this area for the audit log.
select audit_table('list_view', 'view_id');
