import { sql } from 'kysely'
import { askedOutlet } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, containing } from '#kit/server/page.ts'
import { type listReferrals as endpoint, type Referral, refusals } from '../contract.ts'
import { referralColumns, referralTables, shownTo } from './rows.ts'

const sortColumns = {
  NamedAt: 'r.named_at',
  QualifiedAt: 'r.qualified_at',
  ApproveFrom: 'r.approve_from',
  Status: 'r.status',
}

/** Friends who were recommended; an outlet sees those that it registered on either side. */
export async function listReferrals(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const outlet = askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)
  const conditions = [
    Search.Status && sql`r.status = ${Search.Status}`,
    Search.ReferrerMembershipNo && sql`r.referrer_membership_no = ${Search.ReferrerMembershipNo}`,
    Search.MembershipNo &&
      sql`exists (select from membership m where m.customer_id = r.customer_id and m.membership_no = ${Search.MembershipNo})`,
    Search.FullName && sql`friend.full_name ilike ${containing(Search.FullName)}`,
    outlet && sql`${outlet} in (friend.registered_outlet_code, referrer.registered_outlet_code)`,
    Search.FlaggedYN && sql`(r.flags <> '{}') = ${Search.FlaggedYN === 'Y'}::boolean`,
    Search.DateFrom && sql`r.named_at >= ${Search.DateFrom}::date::timestamp at time zone business_zone()`,
    Search.DateTo && sql`r.named_at < (${Search.DateTo}::date + 1)::timestamp at time zone business_zone()`,
  ]
  const where = sql`where ${allOf(conditions)}`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection} nulls last, r.referral_id ${SortDirection}`)

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from ${referralTables} ${where}`.execute(ctx.db),
    sql<Referral>`
      select ${referralColumns} from ${referralTables} ${where}
      order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows.map((row) => shownTo(ctx, row)) }
}
