select audit_table('referral', 'referral_id');
