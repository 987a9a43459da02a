-- The tables of this area that are under audit.
select audit_table('referral', 'referral_id');
