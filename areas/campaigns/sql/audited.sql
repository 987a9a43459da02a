-- Further audited tables of this area.
select audit_table('live_list', 'live_list_id', 'name,evaluated_at');
