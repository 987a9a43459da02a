-- The audited tables of this area, in addition to those declared as records.
select audit_table('live_list', 'live_list_id', 'name,evaluated_at');
