import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import type { listUpgradeInvoices as endpoint } from '#areas/memberships/contract/upgrade.ts'
import { findCustomerOfMembership } from '#areas/memberships/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import { findQualifyingSales, type QualifyingSale } from './qualifying-sales.ts'

/** Lists the member's sales with the category that each sale leads to, or the reason why it does not qualify. */
export async function listUpgradeInvoices(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const MembershipNo = normaliseMembershipNo(Search.MembershipNo!)
  await findCustomerOfMembership(ctx, MembershipNo)
  return sqlList({
    from: sql`(${findQualifyingSales(ctx, MembershipNo)}) sale`,
    select: sql<QualifyingSale>`*`,
    tie: 'invoice_no',
    map: evaluate,
  })
}

function evaluate({ CancelledYN, UsedYN, CardLevelId, ...sale }: QualifyingSale) {
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
