-- The audited tables of the levels area.
select audit_table('membership_level_history', 'level_history_id');
