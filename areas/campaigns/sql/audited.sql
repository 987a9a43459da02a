-- The tables of this area that are under audit, beside its records.
select audit_table('live_list', 'live_list_id', 'name,evaluated_at');
