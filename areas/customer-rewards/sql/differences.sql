-- Reconciles stock counters with movements, reserved stock with Active rewards, and vouchers with customer rewards.
-- Returns one row for each stored total that differs from its details.
-- `reference` identifies the reward, its stock location or the voucher with the difference.
create or replace function reward_differences()
returns table (check_name text, membership_no text, reference text, expected numeric, found numeric)
language sql stable as $$
  with moved as (
    select inventory_id, sum(on_hand) as on_hand, sum(reserved) as reserved, sum(issued) as issued from reward_movement group by 1
  ),
  active as (select inventory_id, count(*) as rewards from customer_reward where status = 'Active' and inventory_id is not null group by 1),
  location as (
    select r.code || coalesce(' ' || b.code, '') as reference, i.qty_on_hand, i.qty_reserved, i.qty_issued,
      coalesce(m.on_hand, 0) as on_hand, coalesce(m.reserved, 0) as reserved, coalesce(m.issued, 0) as issued, coalesce(a.rewards, 0) as active_rewards
    from reward_inventory i join reward r using (reward_id) left join building b using (building_id)
      left join moved m using (inventory_id) left join active a using (inventory_id)
  ),
  valid_rewards as (select reward_id, count(*) as given from customer_reward where status in ('Active', 'Claimed', 'Collected') group by 1)
  select 'Stock on hand', null::text, reference, on_hand::numeric, qty_on_hand::numeric from location where on_hand <> qty_on_hand
  union all select 'Stock reserved', null, reference, reserved, qty_reserved from location where reserved <> qty_reserved
  union all select 'Stock issued', null, reference, issued, qty_issued from location where issued <> qty_issued
  union all select 'Reserved for members', null, reference, active_rewards, qty_reserved from location where active_rewards <> qty_reserved
  union all select 'Rewards given', null, r.code, coalesce(v.given, 0), coalesce(g.given, 0)
    from reward r left join valid_rewards v using (reward_id) left join reward_given g using (reward_id) where coalesce(v.given, 0) <> coalesce(g.given, 0)
  -- A voucher belongs to exactly one claimed customer reward.
  union all select 'Voucher and reward', c.membership_no, v.voucher_no, 1, 0
    from customer_reward c join voucher v using (voucher_no)
    where c.status = 'Claimed' and c.voucher_type is not null and v.assigned_to is distinct from c.reference_code
  union all select 'Voucher and reward', null, v.voucher_no, 0, 1
    from voucher v where v.is_assigned_yn = 'Y'
      and not exists (select from customer_reward c where c.reference_code = v.assigned_to and c.voucher_no = v.voucher_no and c.status = 'Claimed')
$$;
