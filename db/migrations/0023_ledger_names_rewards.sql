-- The ledger says which reward points paid for: what was written before is told the same.
update point_history entry set remark = left(concat_ws(': ', reward.name, nullif(entry.remark, '')), 300)
from customer_reward held join reward using (reward_id)
where entry.reference_code = held.reference_code and entry.transaction_type in ('Redeem', 'Redeem Refund');
