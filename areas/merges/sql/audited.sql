-- The tables of this area that are under audit.
select audit_table('member_merge', 'merge_id', 'last_history_id');
