-- PUBLISHING EVENTS. One publisher at a time moves committed events from event_outbox to the feed.

-- Returns the line of an event. Webhooks deliver the events of one line in their order.
create or replace function event_line(type text, membership_no text, customer_id bigint, data jsonb) returns text language sql immutable as $$
  select coalesce('member:' || membership_no, 'customer:' || customer_id, 'voucher:' || (data->>'VoucherNo'), 'reward:' || (data->>'RewardId'), 'type:' || type)
$$;

-- Publishes at most `most` events and returns their number; 0 if another publisher is at work.
-- A position is drawn after the commit, so that an event of a slow transaction gets a later position and is not missed.
-- An event gets its outbox_id while its transaction locks the member, so that the events of a member keep their order.
create or replace function publish_events(most integer, published_now timestamptz) returns integer language plpgsql as $$
declare
  start_position bigint;
  published integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('publish_events', 0)) then return 0; end if;
  select last_position into start_position from event_head for update;

  with due as materialized (
    delete from event_outbox where outbox_id in (select outbox_id from event_outbox order by outbox_id limit most) returning *
  ),
  ordered as materialized (
    select due.*, row_number() over (order by outbox_id) as place, row_number() over (partition by membership_no order by outbox_id) as member_place
    from due
  ),
  member as (
    insert into event_member as counted (membership_no, last_sequence)
    select membership_no, count(*) from ordered where membership_no is not null group by membership_no order by membership_no
    on conflict (membership_no) do update set last_sequence = counted.last_sequence + excluded.last_sequence
    returning membership_no, last_sequence
  ),
  member_count as (select membership_no, count(*) as events from ordered group by membership_no)
  insert into event (position, type, membership_no, member_sequence, customer_id, data, occurred_at, published_at, line)
  select start_position + place, type, ordered.membership_no, member.last_sequence - member_count.events + member_place, customer_id, data,
    occurred_at, published_now, event_line(type, ordered.membership_no, customer_id, data)
  from ordered left join member on member.membership_no = ordered.membership_no
    left join member_count on member_count.membership_no = ordered.membership_no
  order by place;

  get diagnostics published = row_count;
  if published > 0 then update event_head set last_position = start_position + published; end if;
  return published;
end $$;
