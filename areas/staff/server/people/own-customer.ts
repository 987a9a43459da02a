import type { Ctx } from '#kit/server/ctx.ts'
import { peopleRefusals as refusals } from '../../contract/people.ts'

// Staff who are customers must not enter their own sales. The area `customers` implements this look-up.

export type CustomerOfStaff = { OwnMembershipNo: string | null; OwnCustomerName: string | null }

declare module '#kit/server/area.ts' {
  interface ServerArea {
    staffAsCustomer?: {
      /** Returns the staff member's own customer record. */
      of(ctx: Ctx, StaffId: number): Promise<CustomerOfStaff | undefined>
      /** Finds and locks the customer of a membership, so that a concurrent merge sees the link or has ended. */
      named(ctx: Ctx, MembershipNo: string): Promise<{ OwnCustomerId: number } | undefined>
    }
  }
}

const customerLookup = ({ services }: Ctx) =>
  services.areas.find(({ staffAsCustomer }) => staffAsCustomer)!.staffAsCustomer!

export const findCustomerOfStaff = async (ctx: Ctx, StaffId: number): Promise<CustomerOfStaff> =>
  (await customerLookup(ctx).of(ctx, StaffId)) ?? { OwnMembershipNo: null, OwnCustomerName: null }

/** Returns the column to store for a membership number: null removes the link, undefined leaves it unchanged. */
export async function resolveOwnCustomerColumn(ctx: Ctx, MembershipNo: string | null | undefined) {
  if (MembershipNo === undefined) return {}
  if (MembershipNo === null) return { OwnCustomerId: null }
  const ownCustomerFields = await customerLookup(ctx).named(ctx, MembershipNo)
  if (!ownCustomerFields) throw refusals.noSuchMember({ MembershipNo })
  return ownCustomerFields
}
