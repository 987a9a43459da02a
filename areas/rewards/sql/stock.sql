-- STOCK AND LIMITS OF REWARDS. Only movements change stock: their trigger updates the counters of the inventory.
-- CHECK constraints reject negative counters and reservations above the stock.
-- The order of locks is in docs/architecture.md.

create or replace function count_movement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update reward_inventory set qty_on_hand = qty_on_hand + new.on_hand, qty_reserved = qty_reserved + new.reserved,
    qty_issued = qty_issued + new.issued, updated_at = new.moved_at
  where inventory_id = new.inventory_id;
  return null;
end $$;
create or replace trigger reward_movement_counts after insert on reward_movement for each row
  when (new.movement_type <> 'Issue' or new.reserved = 0) execute function count_movement();
-- A movement that issues reserved stock takes no early lock, because no other transaction can take reserved stock.
-- The trigger counts an issue of reserved stock when the transaction ends, so that concurrent issues wait briefly.
drop trigger if exists reward_movement_counts_reserved on reward_movement;
create constraint trigger reward_movement_counts_reserved after insert on reward_movement deferrable initially deferred for each row
  when (new.movement_type = 'Issue' and new.reserved <> 0) execute function count_movement();

create or replace function refuse_movement_change() returns trigger language plpgsql as $$
begin
  raise exception 'Movements of stock are append-only' using errcode = '23001';
end $$;
create or replace trigger reward_movement_append_only before update or delete or truncate on reward_movement
  for each statement execute function refuse_movement_change();

-- Locks inventories by outlet; every transaction uses this order, which prevents deadlocks.
create or replace function lock_places(places bigint[]) returns void language sql as $$
  select from reward_inventory where inventory_id = any (places) order by building_id nulls last, inventory_id for update
$$;

-- Locks and returns the inventory that serves an outlet: the outlet's own, or head office's if that is empty.
-- Returns null if the reward has no inventory, because its stock is then unlimited; raises 'noStock' without stock.
create or replace function lock_stock(of_reward bigint, outlet text) returns bigint language plpgsql as $$
declare
  inventory reward_inventory;
begin
  select i.* into inventory from reward_inventory i join building using (building_id)
  where i.reward_id = of_reward and i.status = 'Active' and building.code = outlet for update of i;
  if inventory.qty_on_hand > inventory.qty_reserved then return inventory.inventory_id; end if;
  select i.* into inventory from reward_inventory i where i.reward_id = of_reward and i.status = 'Active' and i.building_id is null for update;
  if inventory.qty_on_hand > inventory.qty_reserved then return inventory.inventory_id; end if;
  if not exists (select from reward_inventory where reward_id = of_reward and status = 'Active') then return null; end if;
  raise exception 'noStock' using errcode = 'CA001', detail = (
    select jsonb_build_object('Code', code, 'OutletCode', outlet)::text from reward where reward_id = of_reward);
end $$;

-- Inserts one movement of an inventory; `source` has the keys UserId, UserName, OutletCode and At.
create or replace function move_stock(place bigint, kind text, on_hand integer, reserved integer, issued integer, reference text, reason text, source jsonb)
returns void language sql as $$
  insert into reward_movement (inventory_id, movement_type, on_hand, reserved, issued, reference_code, reason, outlet_code, moved_by_id, moved_by, moved_at)
  values (place, kind, on_hand, reserved, issued, reference, reason, source->>'OutletCode', (source->>'UserId')::bigint,
    coalesce(source->>'UserName', audit_origin()->>'name'), coalesce((source->>'At')::timestamptz, now()))
$$;

-- Only the following functions change reward_given; they run with the rights of the tables' owner.
-- The function take_of_limit counts one more reward as given and raises 'limitReached' above the limit.
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

-- Locks the limits of rewards by reward id; every transaction uses this order, which prevents deadlocks.
create or replace function lock_limits(rewards bigint[]) returns void language sql security definer set search_path = public, pg_temp as $$
  select from reward_given where reward_id = any (rewards) order by reward_id for update
$$;
