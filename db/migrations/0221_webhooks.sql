-- Webhooks send events to URLs of other systems. The positions of progress refer to the event feed.

-- The events of one line are delivered in their order: those of a membership, or of a customer, voucher or reward.
alter table event add column line text;
update event set line = coalesce('member:' || membership_no, 'customer:' || customer_id, 'voucher:' || (data->>'VoucherNo'),
  'reward:' || (data->>'RewardId'), 'type:' || type);
alter table event alter column line set not null;
create index event_line on event (line, position);

-- How far each program has read the feed.
create table event_reader (
  user_id bigint primary key references user_account,
  position bigint not null,
  read_at timestamptz not null
);

create table webhook_endpoint (
  endpoint_id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  types text[] not null default '{}',
  status text not null default 'Active' check (status in ('Active', 'Paused', 'Deleted')),
  paused_reason text check (paused_reason in ('Manual', 'Gone', 'Failing', 'Events deleted', 'Secret lost')),
  paused_at timestamptz,
  secret_sealed bytea,
  key_id text,
  secret_since timestamptz not null,
  previous_secret_sealed bytea,
  previous_key_id text,
  previous_secret_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'Paused') = (paused_reason is not null) and (status = 'Paused') = (paused_at is not null)),
  check ((status = 'Deleted') = (secret_sealed is null) and (secret_sealed is null) = (key_id is null)),
  check (num_nulls(previous_secret_sealed, previous_key_id, previous_secret_until) in (0, 3)),
  check (status <> 'Deleted' or previous_secret_sealed is null)
);
create unique index webhook_endpoint_name on webhook_endpoint (lower(name)) where status <> 'Deleted';

-- The state of the deliveries to an endpoint, and the lease of the process that delivers.
create table webhook_progress (
  endpoint_id bigint primary key references webhook_endpoint,
  last_success_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  retry_at timestamptz,
  claimed_by text,
  claimed_until timestamptz,
  check ((claimed_by is null) = (claimed_until is null))
) with (fillfactor = 50);

-- A range of events that an endpoint receives. The live stream has no end; a replay sends a range again.
create table webhook_stream (
  stream_id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoint,
  start_position bigint not null,
  position bigint not null,
  end_position bigint,
  status text not null default 'Running' check (status in ('Running', 'Done', 'Cancelled')),
  requested_at timestamptz not null,
  ended_at timestamptz,
  check (end_position > start_position and position between start_position and end_position),
  check ((status = 'Running') = (ended_at is null) and (end_position is not null or status = 'Running'))
) with (fillfactor = 50);
create unique index webhook_stream_live on webhook_stream (endpoint_id) where end_position is null;
create unique index webhook_stream_replay on webhook_stream (endpoint_id) where end_position is not null and status = 'Running';
create index webhook_stream_of_endpoint on webhook_stream (endpoint_id, stream_id);

-- Lines whose next event is at `position` and at or before the position of the stream. The stream skips their events.
create table webhook_line (
  line_id bigint generated always as identity primary key,
  stream_id bigint not null references webhook_stream on delete cascade,
  endpoint_id bigint not null references webhook_endpoint,
  line text not null,
  position bigint not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Parked')),
  attempts integer not null default 0,
  first_failed_at timestamptz,
  next_attempt_at timestamptz,
  status_code integer,
  error text,
  unique (stream_id, line),
  check ((status = 'Waiting') = (next_attempt_at is not null)),
  check ((attempts = 0) = (first_failed_at is null))
);
create index webhook_line_due on webhook_line (endpoint_id, next_attempt_at) where status = 'Waiting';

-- Each attempt to deliver an event, without its content.
create table webhook_delivery (
  delivery_id bigint generated always as identity primary key,
  endpoint_id bigint not null references webhook_endpoint,
  stream_id bigint,
  position bigint,
  type text not null,
  webhook_id text not null,
  attempt integer not null check (attempt > 0),
  attempted_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  status_code integer,
  error text
);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, attempted_at desc, delivery_id desc);
create index webhook_delivery_by_time on webhook_delivery (attempted_at desc, delivery_id desc);
create index webhook_delivery_of_event on webhook_delivery (position) where position is not null;
