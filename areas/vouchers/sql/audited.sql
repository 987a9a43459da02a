-- That a voucher was locked is noted; each wrong code before it stands in the text log.
select audit_table('voucher', 'voucher_no', 'version,updated_at,wrong_tries,key_id');
