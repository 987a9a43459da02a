-- Wrong codes are not audited: each is in the text log, and the lock is audited by locked_until.
select audit_table('voucher', 'voucher_no', 'version,updated_at,wrong_tries,key_id');
