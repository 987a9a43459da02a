import { sql } from 'kysely'
import { askedOutlet, lookedUp } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { expiryRefusals } from '../../contract/expiries.ts'
import type * as contract from '../../contract/rewards.ts'
import { rewardColumns, rewardTables } from './reward-rows.ts'

/** Rewards of one's own outlet's members; of one member by the full number, as at the counter. */
export function listExpiryRewards(ctx: Ctx, { Search }: Input<typeof contract.listExpiryRewards>) {
  const { MembershipNo, ReferenceCode, Status, OutletCode } = Search
  const outlet = askedOutlet(ctx, OutletCode, expiryRefusals.otherOutlet)
  return sqlList({
    from: rewardTables,
    where: [
      // What was offered under a number that was merged since is claimed by the survivor.
      MembershipNo &&
        sql`(r.membership_no = ${MembershipNo} or r.membership_no in (select membership_no from membership where merged_into_membership_no = ${MembershipNo}))`,
      equals('r.reference_code', ReferenceCode),
      equals('r.status', Status),
      // Whether a member who is named may be seen was asked before.
      outlet &&
        !MembershipNo &&
        sql`(customer.registered_outlet_code = ${outlet} or ${ReferenceCode !== undefined}::boolean and ${lookedUp(ctx)})`,
    ],
    select: sql<contract.ExpiryReward>`${rewardColumns}`,
    sort: { CreatedAt: 'r.created_at', ValidityTo: 'r.validity_to' },
    tie: 'r.reference_code',
  })
}
