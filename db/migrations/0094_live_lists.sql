-- WHICH SEGMENTS A TARGET LIST FOLLOWS: who is meant by one of them comes onto it, and goes once none means them any more.
create table live_list (
  live_list_id bigint generated always as identity primary key,
  campaign_code text not null references campaign,
  segment_id bigint not null references segment,
  -- As the segment was called when the list was last made what it means.
  name text not null,
  -- Ended: stopped by hand; who was on the list by it stays.
  status text not null default 'Live' check (status in ('Live', 'Ended')),
  added_by_id bigint references user_account,
  added_at timestamptz not null,
  evaluated_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'Ended') = (ended_at is not null))
);
create unique index live_list_once on live_list (campaign_code, segment_id) where status = 'Live';
create index live_list_of_segment on live_list (segment_id);

-- What put them there and takes them off again; null: they stay.
alter table campaign_target add column live_list_id bigint references live_list;
create index campaign_target_live on campaign_target (live_list_id) where live_list_id is not null and status = 'Active';
