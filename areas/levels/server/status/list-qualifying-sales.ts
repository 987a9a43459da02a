import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import { levelChangeRefusals as refusals } from '../../contract/level-histories.ts'
import type { listQualifyingSales as endpoint, QualifyingSale } from '../../contract/status.ts'

/** Lists the sales that make up the spend of the current cycle. */
export async function listQualifyingSales(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const MembershipNo = normaliseMembershipNo(Search.MembershipNo!)
  const member = await ctx.db
    .selectFrom('Membership')
    .select(['CycleStart'])
    .where('MembershipNo', '=', MembershipNo)
    .where('Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!member) throw refusals.memberNotFound()
  return sqlList({
    from: sql`qualifying_sales(${MembershipNo}, ${member.CycleStart}::date, null) sale`,
    where: [member.CycleStart === null && sql`false`],
    select: sql<QualifyingSale>`transaction_id, invoice_no, performed_at, outlet_code, net_amount, returned, qualifying_amount`,
    tie: 'transaction_id',
  })
}
