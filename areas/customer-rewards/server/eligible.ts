import { sql } from 'kysely'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import { findMemberByNumber } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { sqlList } from '#kit/server/list.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import type * as contract from '../contract.ts'

/**
 * Lists the rewards that are valid today for one member, with redeemable rewards first.
 * By default only Premium Gifts that cost points are listed, with AllYN rewards of every type (specification 5).
 * `Obstacle` is the error that a redemption would cause, by the rules of sql/give.sql. A test compares both.
 */
export async function listEligibleRewards(
  ctx: Ctx,
  { MembershipNo, AllYN }: Input<typeof contract.listEligibleRewards>,
) {
  const member = await findMemberByNumber(ctx.db, MembershipNo, customerRewardRefusals.memberNotFound)
  const isActive = member.Status === 'Active' && member.CustomerStatus === 'Active'
  const Available = await databaseFunctions.pointsAvailable(ctx.db, { member: member.MembershipNo, today: ctx.today })
  const outlet = outletOfCallerLists(ctx) ?? ctx.actor.outletCode
  return sqlList({
    with: sql`offered as (
      select r.*, stock.is_counted, case when stock.is_counted then stock.here end as stock_here, stock.elsewhere,
        case when birthday.applies then coalesce(r.birthday_point_deduct, r.point_deduct) else r.point_deduct end as price, birthday.applies as birthday,
        case
          when not is_redeemed_kind(r.type) then 'notRedeemable'
          when not ${isActive}::boolean then 'notActive'
          when r.member_type <> member.member_type
            or cardinality(r.card_categories) > 0 and not coalesce(member.card_category_code = any (r.card_categories), false) then 'notForMember'
          when outlets.excluded then 'notHere'
          when r.per_member_limit <= given_to_member(member.membership_no, r.reward_id, limit_from(r.per_member_period, ${ctx.today})) then 'memberLimit'
          when r.total_limit <= coalesce(total.given, 0) then 'limitReached'
          when stock.is_counted and stock.here <= 0 then 'noStock'
          when case when birthday.applies then coalesce(r.birthday_point_deduct, r.point_deduct) else r.point_deduct end > ${Available}::bigint then 'notEnough'
        end as obstacle
      from reward r
      join membership member on member.membership_no = ${member.MembershipNo}
      left join reward_given total on total.reward_id = r.reward_id
      cross join lateral (
        select count(*) > 0 as is_counted,
          coalesce(sum(i.qty_on_hand - i.qty_reserved) filter (where i.building_id is null or b.code = ${outlet}), 0)::int as here,
          coalesce(jsonb_agg(jsonb_build_object('OutletCode', b.code, 'Available', i.qty_on_hand - i.qty_reserved) order by b.code)
            filter (where b.code <> ${outlet} and i.qty_on_hand > i.qty_reserved), '[]') as elsewhere
        from reward_inventory i left join building b using (building_id) where i.reward_id = r.reward_id and i.status = 'Active'
      ) stock
      cross join lateral (
        select ${outlet}::text <> 'HQ' and count(*) > 0 and not bool_or(object_value = ${outlet}) as excluded
        from reward_object o where o.reward_id = r.reward_id and o.object_type = 'Building' and o.status = 'Active'
      ) outlets
      cross join lateral (
        select is_birthday_month(member.customer_id, ${ctx.today}) and birth_date_is_known(member.customer_id, ${ctx.now}::timestamptz)
          and r.birthday_point_deduct is not null and not exists (
            select from customer_reward used where used.membership_no = member.membership_no and used.reward_id = r.reward_id
              and used.is_birthday_point_deduct = 'Y' and used.status in ('Active', 'Claimed', 'Collected')
              and used.validity_from >= limit_from('Year', ${ctx.today})) as applies
      ) birthday
      where r.status = 'Active' and coalesce(r.valid_from <= ${ctx.today}, true) and coalesce(r.valid_to >= ${ctx.today}, true)
        and (${AllYN} = 'Y' or is_redeemed_kind(r.type) and r.point_deduct > 0)
    )`,
    from: sql`offered`,
    select: sql<contract.EligibleReward>`reward_id, code, name, description, terms, type, point_deduct, birthday_point_deduct,
      case when birthday then 'Y' else 'N' end as birthday_yn, cash_top_up::text, valid_to, per_member_limit, per_member_period,
      collect_within_days, reward_image(reward_id) as image_url, stock_here, elsewhere as stock_at,
      greatest(price - ${Available}::bigint, 0)::bigint as missing_points, obstacle`,
    tie: (direction) => sql`(obstacle is not null) ${direction}, price ${direction}, code ${direction}, reward_id`,
    extras: {
      MembershipNo: member.MembershipNo,
      CustomerId: member.CustomerId,
      Available,
      Notices: isActive ? [] : (['Customer is not Active'] as const).slice(),
    },
    emptyRefusal: customerRewardRefusals.empty,
  })
}
