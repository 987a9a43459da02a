import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { refusals } from '../contract.ts'
import { balanceOf, expiriesOf, findMember } from './rows.ts'

type Row = z.infer<typeof contract.StatementRow>

/**
 * A member's points between two business dates, in the order of the book (SequenceNo). The balance runs over the rows that
 * are shown, so that opening balance and movements always add up to the closing balance, also where a sale was entered late.
 */
export async function getStatement(
  ctx: Ctx,
  { MembershipNo, DateFrom, DateTo, Rows, Page }: Input<typeof contract.getStatement>,
) {
  const member = await findMember(ctx.db, MembershipNo, refusals.statementNotFound)
  const book = sql`from point_history h where h.membership_no = ${member.MembershipNo}`
  const before = sql`h.business_date < ${DateFrom ?? '-infinity'}::date`
  const within = sql`h.business_date >= ${DateFrom ?? '-infinity'}::date and h.business_date <= ${DateTo ?? 'infinity'}::date`
  const [sums, moves, Balance, Expiries] = await Promise.all([
    sql<{ Opening: number; Closing: number; Count: number }>`
      select coalesce(sum(h.points) filter (where ${before}), 0)::bigint as opening,
        coalesce(sum(h.points) filter (where ${before} or (${within})), 0)::bigint as closing, count(*) filter (where ${within}) as count ${book}`.execute(
      ctx.db,
    ),
    sql<Row>`
      select h.history_id, h.sequence_no, h.business_date, h.transaction_type, h.points, h.invoice_no, h.reference_code, h.outlet_code,
        h.remark, h.expiry_date, h.created_at,
        ((select coalesce(sum(h.points), 0) ${book} and ${before}) + sum(h.points) over (order by h.sequence_no))::bigint as balance
      ${book} and ${within} order by h.sequence_no limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
    balanceOf(ctx, member.MembershipNo),
    expiriesOf(ctx, member.MembershipNo),
  ])
  const { Opening, Closing, Count } = sums.rows[0]!
  const { FullName } = member
  return {
    MembershipNo: member.MembershipNo,
    FullName,
    Opening,
    Closing,
    rows: moves.rows,
    count: Count,
    Balance,
    Expiries,
  }
}
