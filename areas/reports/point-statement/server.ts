import { sql } from 'kysely'
import { pointRefusals as ofPoints } from '#areas/points/contract.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { reportRefusals } from '../contract/report.ts'
import { expiringPointsSql } from '../server/expiring.ts'
import { memberNumberConditions } from '../server/members.ts'
import { serveReport } from '../server/report.ts'
import { pointStatementReport } from './contract.ts'

/** Returns the membership number that all entered numbers identify; throws if there is none or more than one. */
async function findMembership(ctx: Ctx, query: Parameters<typeof memberNumberConditions>[1]): Promise<string> {
  const { rows } = await sql<{ MembershipNo: string }>`
    with ${memberNumberConditions(ctx, query)} select membership_no from named limit 2`.execute(ctx.db)
  if (rows.length > 1) throw reportRefusals.severalMembers()
  if (!rows[0]) throw ofPoints.statementNotFound()
  return rows[0].MembershipNo
}

/** SQL of the column in which a movement's points are shown, by type of movement as in the balance totals. */
const columns = {
  points_earned: sql`case when h.transaction_type in ('Earn', 'Bonus', 'Referral', 'Opening Balance') then h.points else 0 end`,
  points_used: sql`case when h.transaction_type in ('Redeem', 'Redeem Refund') then -h.points else 0 end`,
  points_reversed: sql`case when h.transaction_type = 'Reversal' then -h.points else 0 end`,
  points_expired: sql`case when h.transaction_type = 'Expire' then -h.points else 0 end`,
  points_other: sql`case when h.transaction_type in ('Earn', 'Bonus', 'Referral', 'Opening Balance', 'Redeem', 'Redeem Refund', 'Reversal', 'Expire')
    then 0 else h.points end`,
}
const names = Object.entries(columns)

export const pointStatementRoute = serveReport(pointStatementReport, async (ctx, query) => {
  const member = await findMembership(ctx, query)
  const opening = sql`(select coalesce(sum(points), 0) from point_history where membership_no = ${member} and business_date < ${query.from})`
  return {
    with: sql`movement_row as (
      select h.*, ${sql.join(names.map(([name, points]) => sql`${points} as ${sql.ref(name)}`))},
        ${opening} + sum(h.points) over (order by h.sequence_no) as balance
      from point_history h where h.membership_no = ${member} and h.business_date between ${query.from} and ${query.until})`,
    from: sql`movement_row h`,
    select: sql`h.history_id, h.sequence_no, h.business_date, h.transaction_type as movement, h.invoice_no, h.reference_code, h.outlet_code, h.remark,
      ${sql.join(names.map(([name]) => sql`h.${sql.ref(name)}`))}, h.balance::bigint as balance, h.expiry_date`,
    sort: { Movement: 'h.transaction_type' },
    tie: sql`h.sequence_no`,
    totals: sql`${opening}::bigint as opening, ${sql.join(names.map(([name]) => sql`coalesce(sum(h.${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))},
      (${opening} + coalesce(sum(h.points), 0))::bigint as closing,
      (select by_month from ${expiringPointsSql(ctx.today, sql`${member}`)} expiring) as expiring_by_month`,
  }
})
