-- Reports by member read gross sales from the index that they walk: its columns include the discount.
drop index transaction_summary_member;
create index transaction_summary_member on transaction_summary (membership_no, performed_at desc, transaction_id desc)
  include (business_date, net_amount, discount, transaction_type, approval_status, outlet_code, customer_id)
  where membership_no is not null;
