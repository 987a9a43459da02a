import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import { ROWS_MAX } from '#kit/contract/page.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { balanceOf, expiriesOf, findMember } from './rows.ts'

type Row = z.infer<typeof contract.StatementRow> & { Count: number }

/**
 * A member's points between two business dates. The running balance is that of the book, by SequenceNo: a sale that was
 * entered late stands where it was entered.
 */
export async function getStatement(ctx: Ctx, { MembershipNo, DateFrom, DateTo }: Input<typeof contract.getStatement>) {
  const member = await findMember(ctx.db, MembershipNo)
  const [moves, Balance, Expiries] = await Promise.all([
    sql<Row>`
      with book as (
        select h.history_id, h.sequence_no, h.business_date, h.transaction_type, h.points, h.invoice_no, h.reference_code, h.outlet_code,
          h.remark, h.expiry_date, h.created_at, sum(h.points) over (order by h.sequence_no)::bigint as balance
        from point_history h where h.membership_no = ${member.MembershipNo}
      )
      select book.*, count(*) over () as count from book
      where business_date >= coalesce(${DateFrom ?? null}::date, '-infinity') and business_date <= coalesce(${DateTo ?? null}::date, 'infinity')
      order by sequence_no limit ${ROWS_MAX}`.execute(ctx.db),
    balanceOf(ctx, member.MembershipNo),
    expiriesOf(ctx, member.MembershipNo),
  ])
  const rows = moves.rows.map(({ Count: _, ...row }) => row)
  const totals = await openingAndClosing(ctx, member.MembershipNo, DateFrom, DateTo)
  return {
    MembershipNo: member.MembershipNo,
    FullName: member.FullName,
    ...totals,
    rows,
    count: moves.rows[0]?.Count ?? 0,
    Balance,
    Expiries,
  }
}

async function openingAndClosing(ctx: Ctx, MembershipNo: string, from: string | undefined, to: string | undefined) {
  const { rows } = await sql<{ Opening: number; Closing: number }>`
    select coalesce(sum(points) filter (where business_date < ${from ?? null}::date), 0)::bigint as opening,
      coalesce(sum(points) filter (where business_date <= coalesce(${to ?? null}::date, 'infinity')), 0)::bigint as closing
    from point_history where membership_no = ${MembershipNo}`.execute(ctx.db)
  return rows[0]!
}
