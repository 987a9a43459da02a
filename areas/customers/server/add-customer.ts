import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract/customers.ts'
import { type Created, createCustomer } from './create-customer.ts'
import { readView } from './customer-rows.ts'
import { maskedName } from './masks.ts'

/** Registers a customer at the counter. */
export async function addCustomer(ctx: Ctx, input: Input<typeof contract.addCustomer>) {
  const outcome = await createCustomer(ctx, { ...input, RegistrationSource: 'CRM' })
  if (!outcome.created) throw duplicateIdentity(ctx, outcome)
  return readView(ctx, outcome.CustomerId)
}

/** Names the customer who holds the number, by initials only if he belongs to another outlet. */
export const duplicateIdentity = ({ actor }: Ctx, owner: Omit<Created & { created: false }, 'created' | 'reason'>) =>
  contract.refusals.duplicateIdentity({
    CustomerId: owner.CustomerId,
    MembershipNo: owner.MembershipNo ?? '–',
    FullName:
      actor.isHQ || owner.RegisteredOutletCode === actor.outletCode ? owner.FullName : maskedName(owner.FullName),
  })
