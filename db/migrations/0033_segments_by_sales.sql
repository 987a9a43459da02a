-- What each customer spent, how often and when last is read from the index alone. It takes the place of the index that told the last
-- sale only, so that a sale writes as many as before.
create index transaction_summary_spent on transaction_summary (customer_id, business_date) include (net_amount, transaction_type)
  where customer_id is not null;
drop index transaction_summary_bought;
