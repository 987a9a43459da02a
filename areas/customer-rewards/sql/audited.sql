-- The third argument lists columns that are not audited: `debits` only counts the ledger entries of a reward.
select audit_table('customer_reward', 'reference_code', 'version,updated_at,debits'),
  audit_table('reward_waiting', 'waiting_id', 'attempts,updated_at'),
  audit_table('reward_review', 'review_id', 'version');
