import type { ClientBase } from 'pg'

// Card levels with recent upgrades, evaluated cycles and pending requests.

/** Runs the nightly functions for a few members. The first nightly batch processes the others. */
export async function seedLevelChanges(client: ClientBase) {
  // Upgrades that were approved yesterday and take effect today.
  await client.query(`
    select upgrade_by_spend(reached.membership_no, true, today - 1, now() - interval '1 day')
    from (select business_date_of(now()) as today) clock cross join lateral (
      select membership_no from membership holder
      where member_type = 'Premium Member' and status = 'Active'
        and exists (select from level_reached(holder.card_group_id, holder.card_category_code, level_spend(holder.membership_no, holder.cycle_start, today - 1), today))
      order by membership_no limit 6) reached`)
  await client.query(`select apply_levels_of_many('', 1000, business_date_of(now()), now())`)

  // Ended cycles of the demo's members. Some are past their days of grace with a pending downgrade, others are not.
  await client.query(`
    with lacking as (
      select membership_no, row_number() over (order by membership_no) as place from membership holder
      where member_type = 'Premium Member' and status = 'Active' and card_category_code <> 'CLASSIC' and join_date < now() - interval '14 months'
        and level_spend(membership_no, (now() - interval '11 months')::date, (now() - interval '2 months')::date) between 500 and 4000
        and level_spend(membership_no, (now() - interval '15 months')::date, now()::date) < 6000
      order by membership_no limit 8
    )
    update membership set cycle_end = business_date_of(now()) - ended, cycle_start = (business_date_of(now()) - ended - interval '1 year' + interval '1 day')::date
    from lacking, lateral (select case when place <= 5 then 31 + place::int else place::int end as ended) span
    where membership.membership_no = lacking.membership_no`)
  await client.query(`select review_cycles_of_many('', 1000, business_date_of(now()), now() - interval '9 hours')`)

  // Counter staff requested two upgrades.
  await client.query(`
    with asking as (
      select user_id, full_name as asker, building.code as outlet from user_account join staff using (staff_id) join building using (building_id) where username = 'outlet'
    ),
    promising as (
      select holder.membership_no, customer.full_name, asking.*, holder.cycle_start, spend, row_number() over (order by spend desc) as place
      from membership holder join customer using (customer_id) join asking on asking.outlet = customer.registered_outlet_code
      cross join lateral (select level_spend(holder.membership_no, holder.cycle_start, business_date_of(now())) as spend) spent
      where holder.card_category_code = 'CLASSIC' and holder.status = 'Active' and spend between 4000 and 9999
        and not exists (select from membership_level_history past where past.membership_no = holder.membership_no)
      order by spend desc limit 2
    ),
    request as (
      insert into membership_level_history (membership_no, action, from_category, to_category, reason, remark, status, basis_amount, required_amount, basis_from, basis_to,
        requested_by_id, requested_at, outlet_code)
      select membership_no, 'Upgrade', 'CLASSIC', 'GOLD', 'Staff request',
        case place when 1 then 'Orders the wedding bands next week' else 'Brought three friends this year' end,
        'Pending', spend, 10000, cycle_start, business_date_of(now()), user_id, now() - make_interval(hours => 3 * place::int), outlet
      from promising returning level_history_id, membership_no, requested_at
    )
    insert into approval (kind, object_type, object_id, summary, payload, privilege, membership_no, outlet_code, requested_by_id, requested_by, requested_at)
    select 'Membership level', 'MembershipLevelHistory', level_history_id::text,
      jsonb_build_object('key', 'approvals:summary.upgrade', 'params', jsonb_build_object('name', full_name, 'from', 'Classic', 'to', 'Gold')),
      jsonb_build_object('LevelHistoryId', level_history_id), 'Approve Level', membership_no, outlet, user_id, asker, requested_at
    from request join promising using (membership_no)`)
}
