-- Events for other systems. A change adds its event to event_outbox; a publisher moves committed events to the feed.

-- Unpublished events.
create table event_outbox (
  outbox_id bigint generated always as identity primary key,
  type text not null,
  membership_no text,
  customer_id bigint,
  data jsonb not null,
  occurred_at timestamptz not null
);

-- The published feed. Positions have no gaps, nor have the numbers of the events of one member.
create table event (
  position bigint not null,
  type text not null,
  membership_no text,
  member_sequence bigint,
  customer_id bigint,
  data jsonb not null,
  occurred_at timestamptz not null,
  published_at timestamptz not null,
  primary key (position, published_at),
  check ((membership_no is null) = (member_sequence is null))
) partition by range (published_at);
create table event_rest partition of event default;

-- The number of published events of each member.
create table event_member (
  membership_no text primary key,
  last_sequence bigint not null
);

-- The end of the feed. A restored database gets a new epoch, because its feed differs from what consumers have read.
create table event_head (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  last_position bigint not null default 0
);
insert into event_head default values;
