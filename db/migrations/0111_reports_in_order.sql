-- Reports by member read a whole company's sales in the order of their members from this index alone, where they made a table of all members
-- in memory before. It takes the place of the narrower one of the same order, so that a sale writes as many as before.
drop index transaction_summary_member;
create index transaction_summary_member on transaction_summary (membership_no, performed_at desc, transaction_id desc)
  include (business_date, net_amount, transaction_type, approval_status, outlet_code, customer_id)
  where membership_no is not null;

-- What was redeemed and what expired are few rows of the ledger. A sale writes none of them.
create index point_history_taken on point_history (business_date) include (membership_no, points, transaction_type, status)
  where transaction_type in ('Redeem', 'Redeem Refund', 'Expire');

-- Whom reports leave out.
create index customer_gone on customer (customer_id) where status in ('Deleted', 'Merged');
