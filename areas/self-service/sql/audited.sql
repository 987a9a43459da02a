-- The tables of this area that are under audit. How often a poster was opened is a count, not a change.
select audit_table('passcode', 'passcode_id', 'uses,registered');
