-- SEGMENTS: conditions on customers that head office keeps under a name. Who fits is asked anew each time.
create table segment (
  segment_id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  description text check (length(description) <= 500),
  -- The group of conditions at the top: { Match, Conditions }, each a condition or a group.
  conditions jsonb not null check (jsonb_typeof(conditions) = 'object'),
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Deleted')),
  -- Whose it is: what the segment may ask is what this account may see.
  owner_id bigint references user_account (user_id),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_by_id bigint,
  updated_at timestamptz not null default now()
);
create unique index segment_name on segment (upper(name)) where status <> 'Deleted';

-- The latest word of each customer on one channel is read from the index alone.
create index customer_consent_latest on customer_consent (channel, customer_id, recorded_at desc, consent_id desc) include (granted_yn);
