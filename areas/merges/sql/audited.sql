-- Audited tables of this area.
select audit_table('member_merge', 'merge_id', 'last_history_id');
