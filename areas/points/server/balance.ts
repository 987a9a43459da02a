import { sql } from 'kysely'
import type { z } from 'zod'
import { salePointsSql } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { pointRefusals } from '../contract.ts'
import { findExpiryBuckets, findMemberByNumber, requirePointBalance } from './rows.ts'

/** Returns a member's balance and the expiry dates of its points. */
export async function getPointBalance(ctx: Ctx, { MembershipNo }: Input<typeof contract.getPointBalance>) {
  const member = await findMemberByNumber(ctx.db, MembershipNo)
  const [balance, Expiries] = await Promise.all([
    requirePointBalance(ctx, member.MembershipNo),
    findExpiryBuckets(ctx, member.MembershipNo),
  ])
  return { ...balance, Expiries }
}

type Row = z.infer<typeof contract.StatementRow>

/**
 * A member's points between two business dates, in the order of the ledger (SequenceNo).
 * The running balance adds up the listed rows, so it ends at the closing balance even if a sale was entered late.
 */
export async function getPointStatement(
  ctx: Ctx,
  { MembershipNo, DateFrom, DateTo }: Input<typeof contract.getPointStatement>,
) {
  const member = await findMemberByNumber(ctx.db, MembershipNo, pointRefusals.statementNotFound)
  const ledger = sql`from point_history h where h.membership_no = ${member.MembershipNo}`
  const before = sql`h.business_date < ${DateFrom ?? '-infinity'}::date`
  const period = sql`h.business_date >= ${DateFrom ?? '-infinity'}::date and h.business_date <= ${DateTo ?? 'infinity'}::date`
  const sums = async () => {
    const { rows } = await sql<{ Opening: number; Closing: number }>`
      select coalesce(sum(h.points) filter (where ${before}), 0)::bigint as opening,
        coalesce(sum(h.points) filter (where ${before} or (${period})), 0)::bigint as closing ${ledger}`.execute(ctx.db)
    return rows[0]!
  }
  const about = async () => {
    const [{ Opening, Closing }, Balance, Expiries] = await Promise.all([
      sums(),
      requirePointBalance(ctx, member.MembershipNo),
      findExpiryBuckets(ctx, member.MembershipNo),
    ])
    return { MembershipNo: member.MembershipNo, FullName: member.FullName, Opening, Closing, Balance, Expiries }
  }
  return sqlList({
    from: sql`point_history h`,
    where: [equals('h.membership_no', member.MembershipNo), period],
    select: sql<Row>`h.history_id, h.sequence_no, h.business_date, h.transaction_type, h.points, h.invoice_no, h.reference_code, h.outlet_code,
      h.remark, h.expiry_date, h.created_at,
      case when h.transaction_type in ('Earn', 'Bonus', 'Reversal') then ${salePointsSql(ctx, sql`h.transaction_id`)} end as sale_points,
      ((select coalesce(sum(h.points), 0) ${ledger} and ${before}) + sum(h.points) over (order by h.sequence_no))::bigint as balance`,
    tie: () => sql`h.sequence_no`,
    extras: about(),
  })
}
