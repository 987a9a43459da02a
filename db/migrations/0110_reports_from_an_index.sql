-- What reports ask of a whole company's sales, by customer and by day, is read from this index alone, in its order. It takes the place of the
-- narrower one, so that a sale writes as many as before; points are left out of it, since they are written a moment after their sale.
create index transaction_summary_bought on transaction_summary (customer_id, business_date)
  include (net_amount, transaction_type, approval_status, outlet_code, membership_no, transaction_id)
  where customer_id is not null;
drop index transaction_summary_spent;
