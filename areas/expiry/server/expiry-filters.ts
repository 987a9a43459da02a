import { type RawBuilder, sql } from 'kysely'
import { askedOutlet } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/filters.ts'
import { expiryRefusals } from '../contract/expiries.ts'

type Asked = {
  Year?: number
  Month?: number
  MembershipNo?: string
  OutletCode?: string
  DateFrom?: string
  DateTo?: string
}

const MONTHS_BACK = 12

/** Of a lot: what is left of it and has not ended, and what of it ended. */
export const toExpire = (today: string) =>
  sql`case when h.expiry_date >= ${today} then h.point_amount - h.point_reversed - h.point_utilized - h.point_expired else 0 end`

/** Lots of which something expired, or will; unless dates are named, of the last year and of all that is to come. */
function expiringLots(ctx: Ctx, asked: Asked) {
  const { Year, Month, MembershipNo, OutletCode, DateFrom, DateTo } = asked
  const outlet = askedOutlet(ctx, OutletCode, expiryRefusals.otherOutlet)
  const given: RawBuilder<unknown>[] = [
    sql`h.point_amount > 0`,
    sql`(h.point_expired > 0 or h.point_reversed + h.point_utilized + h.point_expired < h.point_amount)`,
    sql`(h.point_expired > 0 or h.expiry_date >= ${ctx.today})`,
  ]
  if (Year && Month)
    given.push(
      sql`h.expiry_date >= make_date(${Year}::int, ${Month}::int, 1) and h.expiry_date < make_date(${Year}::int, ${Month}::int, 1) + interval '1 month'`,
    )
  else if (Year)
    given.push(sql`h.expiry_date between make_date(${Year}::int, 1, 1) and make_date(${Year}::int, 12, 31)`)
  else if (Month) given.push(sql`extract(month from h.expiry_date) = ${Month}::int`)
  if (DateFrom) given.push(sql`h.expiry_date >= ${DateFrom}`)
  if (DateTo) given.push(sql`h.expiry_date <= ${DateTo}`)
  if (!Year && !DateFrom && !DateTo && !MembershipNo)
    given.push(sql`h.expiry_date >= date_trunc('month', ${ctx.today}::date) - make_interval(months => ${MONTHS_BACK})`)
  if (MembershipNo) given.push(sql`h.membership_no = ${MembershipNo.toUpperCase()}`)
  if (outlet) given.push(sql`c.registered_outlet_code = ${outlet}`)
  return {
    where: sql`where ${allOf(given)}`,
    /** Customers are only looked up where their outlet matters. */
    tables: outlet
      ? sql`point_history h join membership m using (membership_no) join customer c using (customer_id)`
      : sql`point_history h`,
  }
}

/** What of each member's points expired in each month, and what will. */
export function monthsOfMembers(ctx: Ctx, asked: Asked) {
  const { where, tables } = expiringLots(ctx, asked)
  return sql`
    select h.membership_no, h.balance_type, date_trunc('month', h.expiry_date)::date as first_day, count(*) as lots,
      sum(${toExpire(ctx.today)})::bigint as to_expire, sum(h.point_expired)::bigint as expired
    from ${tables} ${where} group by 1, 2, 3`
}
