-- Puts the tables of this area under audit.
select audit_table('list_view', 'view_id');
