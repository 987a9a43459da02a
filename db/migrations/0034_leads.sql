-- LEAD SOURCES: where prospects come from, and which customers an import of leads made of them.
create table lead_source (
  lead_source_id bigint generated always as identity primary key,
  code text not null check (code = upper(code) and length(code) between 1 and 20),
  name text not null check (length(name) between 3 and 200),
  type text not null check (type in ('Event', 'Non-Event')),
  -- Only an event is held on a day at an outlet.
  event_date date,
  outlet_code text references building (code),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (type = 'Event' or (event_date is null and outlet_code is null))
);
create unique index lead_source_code on lead_source (code) where status <> 'Deleted';

alter table customer add column lead_source_id bigint references lead_source;
create index customer_lead_source on customer (lead_source_id) where lead_source_id is not null;

create table lead_prospect (
  prospect_id bigint generated always as identity primary key,
  lead_source_id bigint not null references lead_source,
  customer_id bigint not null references customer,
  import_id uuid references import_job,
  created_by_id bigint,
  created_at timestamptz not null
);
create index lead_prospect_of_source on lead_prospect (lead_source_id, created_at);
create index lead_prospect_of_customer on lead_prospect (customer_id);
create index lead_prospect_newest on lead_prospect (created_at desc, prospect_id desc);

alter table import_job drop constraint import_job_kind_check,
  add constraint import_job_kind_check check (kind in ('customers', 'sales', 'postcodes', 'opening-balances', 'vouchers', 'leads'));
