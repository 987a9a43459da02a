import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { plainMembershipNo } from '../../contract/membership-no.ts'
import type { listUpgradeInvoices as endpoint } from '../../contract/upgrade.ts'
import { holderOf } from '../lock-membership.ts'
import { offsetOf } from '../paging.ts'
import { type QualifyingSale, qualifyingSales } from './qualifying-sales.ts'

/** Which sales could make this member premium, and why the others cannot. */
export async function listUpgradeInvoices(ctx: Ctx, { Search, Rows, Page, SortDirection }: Input<typeof endpoint>) {
  const MembershipNo = plainMembershipNo(Search.MembershipNo!)
  await holderOf(ctx, MembershipNo)
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`
      select count(*) from transaction_summary where membership_no = ${MembershipNo} and transaction_type = 'N'`.execute(
      ctx.db,
    ),
    sql<QualifyingSale>`select * from (${qualifyingSales(ctx, MembershipNo)}) sale
      order by performed_at ${direction}, invoice_no ${direction} limit ${Rows} offset ${offsetOf({ Rows, Page })}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows: page.rows.map(judged) }
}

function judged({ CancelledYN, UsedYN, CardLevelId, ...sale }: QualifyingSale) {
  const Reason =
    CancelledYN === 'Y'
      ? ('Cancelled' as const)
      : UsedYN === 'Y'
        ? ('Used' as const)
        : CardLevelId === null
          ? ('No level' as const)
          : null
  return { ...sale, QualifiesYN: Reason ? ('N' as const) : ('Y' as const), Reason }
}
