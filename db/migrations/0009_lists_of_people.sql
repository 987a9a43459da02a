-- The list of people: by adviser, in the order of registration, and who bought last when.

create index customer_adviser on customer (preferred_staff_id, customer_id) where preferred_staff_id is not null;
create index customer_created on customer (created_at, customer_id);
create index transaction_summary_bought on transaction_summary (customer_id, business_date) where transaction_type = 'N';
