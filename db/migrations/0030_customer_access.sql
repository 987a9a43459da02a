-- CUSTOMERS OF OTHER OUTLETS. Every outlet serves every customer, but only one whom it can name: a look-up by a full number
-- opens the customer to the session for a while.

create table customer_access (
  session_id bigint not null references session on delete cascade,
  customer_id bigint not null references customer,
  user_id bigint not null references user_account,
  -- By what the customer was named.
  way text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (session_id, customer_id),
  check (ends_at > opened_at)
);
create index customer_access_hour on customer_access (user_id, opened_at);
create index customer_access_customer on customer_access (customer_id);
