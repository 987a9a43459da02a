-- Beside the records: how often points were taken is a counter for the keys in the ledger.
select audit_table('customer_reward', 'reference_code', 'version,updated_at,debits'),
  audit_table('reward_waiting', 'waiting_id', 'attempts,updated_at'),
  audit_table('reward_review', 'review_id', 'version');
