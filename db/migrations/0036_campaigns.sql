-- CAMPAIGNS: what the company offers in a time, on which goods and where, and what it awards for it.
create table campaign (
  -- Given by people, and for ever: ledger rows and messages name it.
  campaign_code text primary key check (campaign_code ~ '^[A-Z0-9_-]{1,20}$'),
  campaign_name text not null check (length(campaign_name) between 1 and 100),
  -- Of the lookup list CampaignType.
  campaign_type text not null check (length(campaign_type) between 1 and 100),
  start_date date not null,
  end_date date not null,
  status text not null default 'Active' check (status in ('Draft', 'Active', 'Paused', 'Ended', 'Deleted')),
  award_point_yn text not null default 'N' check (award_point_yn in ('Y', 'N')),
  balance_type text not null default 'Jewel Club Points',
  -- So many points, or so many times what the sale earns: the rows of the ledger for it are of the type Bonus.
  award_point bigint check (award_point between 1 and 1000000000),
  multiplier numeric(6,2) check (multiplier > 1 and multiplier <= 100),
  -- Once for a member, or for each invoice that qualifies.
  award_per text not null default 'Invoice' check (award_per in ('Member', 'Invoice')),
  minimum_purchase numeric(14,2) check (minimum_purchase >= 0),
  -- What members are given besides.
  reward_id bigint references reward,
  -- So many points may be awarded in all; null: without end.
  budget_points bigint check (budget_points between 1 and 1000000000000),
  -- Targets in these percent are not written to, so that what the campaign sold can be told from what would have been sold anyway.
  control_percent smallint not null default 0 check (control_percent between 0 and 50),
  owner_id bigint references user_account,
  remarks text check (length(remarks) between 1 and 1000),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_by_id bigint,
  updated_at timestamptz not null default now(),
  constraint campaign_dates check (end_date >= start_date),
  constraint campaign_award check ((award_point_yn = 'Y') = (num_nonnulls(award_point, multiplier) = 1) and num_nonnulls(award_point, multiplier) <= 1)
);
-- What runs on a day, for each sale.
create index campaign_running on campaign (start_date, end_date) where status = 'Active';
create index campaign_of_reward on campaign (reward_id) where reward_id is not null;

-- What counts: within one code any of its values, and of every code that is named. Nothing named: everything.
create table campaign_object (
  campaign_object_id bigint generated always as identity primary key,
  campaign_code text not null references campaign,
  object_code text not null check (object_code in ('Brand', 'ProductGroup', 'ProductType', 'StockGroup', 'Outlet', 'CardCategory')),
  object_value text not null check (length(object_value) between 1 and 100),
  status text not null default 'Active' check (status in ('Active', 'Deleted')),
  version integer not null default 1,
  created_by_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index campaign_object_once on campaign_object (campaign_code, object_code, object_value) where status = 'Active';

-- How many points a campaign awarded, less what was taken back: locked by what awards, and only there.
create table campaign_spent (
  campaign_code text primary key references campaign,
  points bigint not null default 0 check (points >= 0)
);

select set_config('carat.origin', '{"userId":null,"name":"release","outletCode":null,"session":null,"ip":null,"requestId":"release","bulk":"release"}', true);

insert into list_item (list_name, value, sequence_no)
select 'CampaignType', value, place
from unnest(array['Promotion', 'Birthday', 'New member', 'Win-back', 'Event', 'Product launch', 'Point multiplier', 'Festive']) with ordinality as type(value, place)
where not exists (select from list_item there where there.list_name = 'CampaignType');
