-- The counter of wrong codes is not audited, because the text log records each attempt; the lock is audited.
-- The encrypted code is not audited, because only the server's secret changes it.
select audit_table('voucher', 'voucher_no', 'version,updated_at,wrong_tries,key_id,secret_sealed');
