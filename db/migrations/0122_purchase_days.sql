-- ON WHICH DAYS EACH CUSTOMER BOUGHT and kept something: what reports about repeat purchases read in place of all sales. It follows from the
-- sales alone and is made again, customer by customer, once a sale of theirs has changed (areas/sales/sql/purchase_days.sql). No keys lead from
-- here: making it locks no customer and no sale.
create table purchase_day (
  customer_id bigint not null,
  business_date date not null,
  -- What is left of what was bought on it, after all that was returned since.
  kept numeric(16,2) not null check (kept > 0),
  -- Days since the customer's first purchase day, and since the one before; null for the first.
  since_first int not null check (since_first >= 0),
  since_previous int check (since_previous between 1 and since_first),
  -- Months are numbered through. A day opens its month if the customer had not bought in it before.
  first_month int not null generated always as ((extract(year from business_date - since_first) * 12 + extract(month from business_date - since_first) - 1)::int) stored,
  month int not null generated always as ((extract(year from business_date) * 12 + extract(month from business_date) - 1)::int) stored,
  opens_month boolean not null generated always as (since_previous is null or extract(day from business_date) <= since_previous) stored,
  -- Reports by customer read all of it from this key, in its order.
  primary key (customer_id, business_date) include (kept, since_first, since_previous),
  check ((since_first = 0) = (since_previous is null))
);

-- Whose purchase days have to be made again: noted in the transaction that changes a sale. Until it is done, theirs are read from the sales.
create table purchase_change (
  change_id bigint generated always as identity primary key,
  customer_id bigint,
  -- A sale of which something was returned: its customer is the one who has it by then.
  transaction_id bigint,
  check (num_nonnulls(customer_id, transaction_id) = 1)
);

-- Who bought before there were purchase days.
insert into purchase_change (customer_id) select distinct customer_id from transaction_summary where customer_id is not null;
