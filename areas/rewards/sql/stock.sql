-- STOCK AND LIMITS OF REWARDS. A movement is the only way to change what lies somewhere: its trigger counts it, by the owner's rights,
-- and the table refuses what would bring a counter below zero or reserve more than there is.
-- Order of locks: docs/architecture.md.

create or replace function count_movement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update reward_inventory set qty_on_hand = qty_on_hand + new.on_hand, qty_reserved = qty_reserved + new.reserved,
    qty_issued = qty_issued + new.issued, updated_at = new.moved_at
  where inventory_id = new.inventory_id;
  return null;
end $$;
create or replace trigger reward_movement_counts after insert on reward_movement for each row
  when (new.movement_type <> 'Issue' or new.reserved = 0) execute function count_movement();
-- What was reserved is there whatever others do, so handing it over asks for no lock: it is counted at the end of its transaction, and
-- counters that hand out the same gift wait for each other for as long as that takes.
drop trigger if exists reward_movement_counts_reserved on reward_movement;
create constraint trigger reward_movement_counts_reserved after insert on reward_movement deferrable initially deferred for each row
  when (new.movement_type = 'Issue' and new.reserved <> 0) execute function count_movement();

create or replace function refuse_movement_change() returns trigger language plpgsql as $$
begin
  raise exception 'Movements of stock are append-only' using errcode = '23001';
end $$;
create or replace trigger reward_movement_append_only before update or delete or truncate on reward_movement
  for each statement execute function refuse_movement_change();

-- Locks places in the order that everybody keeps.
create or replace function lock_places(places bigint[]) returns void language sql as $$
  select from reward_inventory where inventory_id = any (places) order by building_id nulls last, inventory_id for update
$$;

-- The place that an outlet takes a reward from, locked: its own, and where that has none left head office's pool. Null where nothing is
-- counted of the reward at all: then there is no end of it. Refuses with 'noStock'.
create or replace function lock_stock(of_reward bigint, outlet text) returns bigint language plpgsql as $$
declare
  place reward_inventory;
begin
  select i.* into place from reward_inventory i join building using (building_id)
  where i.reward_id = of_reward and i.status = 'Active' and building.code = outlet for update of i;
  if place.qty_on_hand > place.qty_reserved then return place.inventory_id; end if;
  select i.* into place from reward_inventory i where i.reward_id = of_reward and i.status = 'Active' and i.building_id is null for update;
  if place.qty_on_hand > place.qty_reserved then return place.inventory_id; end if;
  if not exists (select from reward_inventory where reward_id = of_reward and status = 'Active') then return null; end if;
  raise exception 'noStock' using errcode = 'CA001', detail = (
    select jsonb_build_object('Code', code, 'OutletCode', outlet)::text from reward where reward_id = of_reward);
end $$;

-- Notes one movement of one place. `source` says who and where: UserId, UserName, OutletCode, At.
create or replace function move_stock(place bigint, kind text, on_hand integer, reserved integer, issued integer, reference text, reason text, source jsonb)
returns void language sql as $$
  insert into reward_movement (inventory_id, movement_type, on_hand, reserved, issued, reference_code, reason, outlet_code, moved_by_id, moved_by, moved_at)
  values (place, kind, on_hand, reserved, issued, reference, reason, source->>'OutletCode', (source->>'UserId')::bigint,
    coalesce(source->>'UserName', audit_origin()->>'name'), coalesce((source->>'At')::timestamptz, now()))
$$;

-- The counts of what was given change by these functions alone, by the owner's rights.
-- Counts one more of a reward, unless that is more than its limit.
create or replace function take_of_limit(of_reward bigint, most bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update reward_given set given = given + 1 where reward_id = of_reward and (most is null or given < most);
  if found then return; end if;
  insert into reward_given (reward_id) values (of_reward) on conflict do nothing;
  update reward_given set given = given + 1 where reward_id = of_reward and (most is null or given < most);
  if not found then
    raise exception 'limitReached' using errcode = 'CA001', detail = (
      select jsonb_build_object('Code', code, 'Limit', most)::text from reward where reward_id = of_reward);
  end if;
end $$;

create or replace function return_to_limit(of_reward bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update reward_given set given = given - 1 where reward_id = of_reward
$$;

-- Locks the counts of rewards in the order that everybody keeps.
create or replace function lock_limits(rewards bigint[]) returns void language sql security definer set search_path = public, pg_temp as $$
  select from reward_given where reward_id = any (rewards) order by reward_id for update
$$;
