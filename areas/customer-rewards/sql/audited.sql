-- Columns in the third argument are not audited: `debits` is only a counter for the ledger keys of a reward.
select audit_table('customer_reward', 'reference_code', 'version,updated_at,debits'),
  audit_table('reward_waiting', 'waiting_id', 'attempts,updated_at'),
  audit_table('reward_review', 'review_id', 'version');
