-- Audited tables of this area. The number of times a poster was opened is not audited, because it is only a counter.
select audit_table('passcode', 'passcode_id', 'uses,registered');
