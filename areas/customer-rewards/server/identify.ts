import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import {
  grantAccessToCustomers,
  isLookedUpCustomerSql,
  outletOfCallerLists,
  parsePhone,
} from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { CustomerReward, Identifier } from '../contract.ts'

type CustomerIdentifier = { IdentifierType: Identifier; Identifier: string }

/** Normalises a typed identifier to its stored form. Spaces, case and phone formatting are ignored. */
export function normaliseCustomerIdentifier({ IdentifierType, Identifier }: CustomerIdentifier): CustomerIdentifier {
  const compact = Identifier.replace(/\s+/g, '')
  const stored = {
    MembershipNo: () => normaliseMembershipNo(compact),
    IdNo: () => normaliseMembershipNo(compact),
    ContactNo: () => parsePhone(compact) ?? compact,
    Email: () => compact.toLowerCase(),
  }[IdentifierType]()
  return { IdentifierType, Identifier: stored }
}

/** Gives the session access to the customer if the caller sent a reference code and a matching identifier. */
export const grantAccessToRewardCustomer = (ctx: Ctx, { CustomerId, RegisteredOutletCode }: CustomerReward) =>
  grantAccessToCustomers(ctx, [{ CustomerId, RegisteredOutletCode }], 'Reward code')

/**
 * Returns the membership of a customer reward if the caller may see its customer without an identifier.
 * The customer must be of the caller's outlet, or a look-up in the same session must have named the customer.
 */
export async function findVisibleRewardHolder(
  ctx: Ctx,
  ReferenceCode: string,
): Promise<CustomerIdentifier | undefined> {
  const outlet = outletOfCallerLists(ctx)
  const { rows } = await sql<{ MembershipNo: string }>`
    select customer_reward.membership_no from customer_reward join customer using (customer_id)
    where customer_reward.reference_code = ${ReferenceCode}
      and (${outlet}::text is null or customer.registered_outlet_code = ${outlet} or ${isLookedUpCustomerSql(ctx)})`.execute(
    ctx.db,
  )
  return rows[0] && { IdentifierType: 'MembershipNo', Identifier: rows[0].MembershipNo }
}
