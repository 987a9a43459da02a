-- Sales to nobody who is known are few among all, and a report lists them by themselves. Nothing of it is written for a member's sale.
create index transaction_summary_stranger on transaction_summary (performed_at desc, transaction_id desc)
  where membership_no is null and claimed_membership_no is null;
