-- The tables of this area that are under audit.
select audit_table('list_view', 'view_id');
