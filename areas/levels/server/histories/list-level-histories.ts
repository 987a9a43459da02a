import { sql } from 'kysely'
import { plainMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { askedOutlet, lookedUp, nameCondition } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, startsWith } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import {
  type listLevelHistories as endpoint,
  type LevelHistory,
  levelRefusals as refusals,
} from '../../contract/level-histories.ts'
import { histories } from './rows.ts'

/** Changes of level of the caller's outlet, and of a member of another one who was looked up. */
export function listLevelHistories(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const outlet = askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)
  const number = Search.MembershipNo === undefined ? undefined : plainMembershipNo(Search.MembershipNo)
  return sqlList({
    from: sql`${histories(ctx)} history`,
    where: [
      outlet !== null &&
        sql`(registered_outlet_code = ${outlet} or (membership_no = ${number ?? ''} and ${Search.OutletCode === undefined}::boolean and exists (
          select from customer where customer.customer_id = history.customer_id and ${lookedUp(ctx)})))`,
      startsWith('membership_no', number),
      Search.FullName &&
        sql`exists (select from customer where customer.customer_id = history.customer_id and ${nameCondition(Search.FullName)})`,
      equals('action', Search.Action),
      Search.Status ? equals('status', Search.Status) : sql`status <> 'Deleted'`,
      equals('reason', Search.Reason),
      equals('from_category', Search.FromCategory?.toUpperCase()),
      equals('to_category', Search.ToCategory?.toUpperCase()),
      Search.RequestedFrom && sql`business_date_of(requested_at) >= ${Search.RequestedFrom}`,
      Search.RequestedTo && sql`business_date_of(requested_at) <= ${Search.RequestedTo}`,
    ],
    select: sql<LevelHistory>`*`,
    sort: { EffectiveDate: (way) => sql`effective_date ${way} nulls last` },
    tie: 'level_history_id',
  })
}
