import type { Ctx } from '#kit/server/ctx.ts'
import { peopleRefusals as refusals } from '../../contract/people.ts'

// A member of staff may be a customer too, whose own sales they must not touch. Customers stand above staff and say who that is.

export type OwnCustomer = { OwnMembershipNo: string | null; OwnCustomerName: string | null }

declare module '#kit/server/area.ts' {
  interface ServerArea {
    staffAsCustomer?: {
      /** The customer that a member of staff is. */
      of(ctx: Ctx, StaffId: number): Promise<OwnCustomer | undefined>
      /** The customer who holds a membership, locked as a sale locks them: a merge either finds this, or is over. */
      named(ctx: Ctx, MembershipNo: string): Promise<{ OwnCustomerId: number } | undefined>
    }
  }
}

const customers = ({ services }: Ctx) => services.areas.find(({ staffAsCustomer }) => staffAsCustomer)!.staffAsCustomer!

export const ownCustomerOf = async (ctx: Ctx, StaffId: number): Promise<OwnCustomer> =>
  (await customers(ctx).of(ctx, StaffId)) ?? { OwnMembershipNo: null, OwnCustomerName: null }

/** The customer that a form names by a membership; null where it names none, and nothing where it does not speak of it. */
export async function ownCustomer(ctx: Ctx, MembershipNo: string | null | undefined) {
  if (MembershipNo === undefined) return {}
  if (MembershipNo === null) return { OwnCustomerId: null }
  const named = await customers(ctx).named(ctx, MembershipNo)
  if (!named) throw refusals.noSuchMember({ MembershipNo })
  return named
}
