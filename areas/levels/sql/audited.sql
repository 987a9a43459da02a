-- The tables of this area that are under audit.
select audit_table('membership_level_history', 'level_history_id');
