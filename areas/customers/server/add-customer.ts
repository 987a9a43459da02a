import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract/customers.ts'
import { type CustomerCreationOutcome, createCustomer } from './create-customer.ts'
import { readCustomerView } from './customer-rows.ts'

/** Registers a customer at the counter. */
export async function addCustomer(ctx: Ctx, input: Input<typeof contract.addCustomer>) {
  const outcome = await createCustomer(ctx, { ...input, RegistrationSource: 'CRM' })
  if (!outcome.created) throw createDuplicateIdentityError(ctx, outcome)
  return readCustomerView(ctx, outcome.CustomerId)
}

/**
 * Returns the error for an identity number in use. It names the owner unless the caller must look the owner up first.
 * An error for a program never names a person.
 */
export function createDuplicateIdentityError(
  { actor }: Ctx,
  {
    CustomerId,
    MembershipNo,
    FullName,
    RegisteredOutletCode,
  }: Omit<CustomerCreationOutcome & { created: false }, 'created' | 'reason'>,
) {
  if (!actor.isHQ && RegisteredOutletCode !== actor.outletCode) return contract.customerRefusals.identityElsewhere()
  if (actor.kind === 'system') return contract.customerRefusals.duplicateIdentityRace()
  return contract.customerRefusals.duplicateIdentity({ CustomerId, MembershipNo: MembershipNo ?? '–', FullName })
}
