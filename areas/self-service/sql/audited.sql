-- Registers tables for the audit log; the number of uses of a passcode is not audited, because it is only a counter.
select audit_table('passcode', 'passcode_id', 'uses,registered');
