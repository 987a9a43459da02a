import { sql } from 'kysely'
import { plainMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { browsedOutlet, lookedUp, openCustomers, phoneOf } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { CustomerReward, Identifier } from '../contract.ts'

type Typed = { IdentifierType: Identifier; Identifier: string }

/** What was typed, as it is stored: blanks and writing do not matter. */
export function storedIdentifier({ IdentifierType, Identifier }: Typed): Typed {
  const blankless = Identifier.replace(/\s+/g, '')
  const stored = {
    MembershipNo: () => plainMembershipNo(blankless),
    IdNo: () => plainMembershipNo(blankless),
    ContactNo: () => phoneOf(blankless) ?? blankless,
    Email: () => blankless.toLowerCase(),
  }[IdentifierType]()
  return { IdentifierType, Identifier: stored }
}

/** Anyone who names what somebody holds together with who that is has looked the customer up. */
export const opened = (ctx: Ctx, { CustomerId, RegisteredOutletCode }: CustomerReward) =>
  openCustomers(ctx, [{ CustomerId, RegisteredOutletCode }], 'Reward code')

/** The membership that stands behind a reward, if the caller may act for its customer without learning who that is. */
export async function knownHolder(ctx: Ctx, ReferenceCode: string): Promise<Typed | undefined> {
  const own = browsedOutlet(ctx)
  const { rows } = await sql<{ MembershipNo: string }>`
    select held.membership_no from customer_reward held join customer using (customer_id)
    where held.reference_code = ${ReferenceCode}
      and (${own}::text is null or customer.registered_outlet_code = ${own} or ${lookedUp(ctx)})`.execute(ctx.db)
  return rows[0] && { IdentifierType: 'MembershipNo', Identifier: rows[0].MembershipNo }
}
