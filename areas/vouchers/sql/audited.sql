-- The counter of wrong codes is not audited, because the text log records each attempt. The lock is audited.
-- The encrypted code changes only with the server's secret.
select audit_table('voucher', 'voucher_no', 'version,updated_at,wrong_tries,key_id,secret_sealed');
