import { insertAmendment, lockEditableCustomer, verifyEmail } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { consumeVerificationCode } from './challenges.ts'

/**
 * Verifies the address to which a code was sent; an address that is not the customer's yet can then replace theirs.
 * An address that has changed since the code was sent is not verified.
 */
export async function verifyAddressByCode(ctx: Ctx, input: { ChallengeId: string; Code: string }) {
  const { CustomerId, Email } = await consumeVerificationCode(ctx, { ...input, purpose: 'E-mail' })
  if (ctx.actor.kind === 'customer')
    await ctx.db
      .updateTable('SelfServiceVisit')
      .set({ VerifiedEmail: Email })
      .where('SessionId', '=', ctx.actor.sessionId!)
      .execute()
  if (CustomerId === null) return
  const customer = await lockEditableCustomer(ctx, CustomerId)
  if (customer.Email === Email) await markEmailVerified(ctx, customer)
}

type Person = { CustomerId: number; VerifiedEmailYN: 'Y' | 'N' }

export async function markEmailVerified(ctx: Ctx, { CustomerId, VerifiedEmailYN }: Person) {
  if (VerifiedEmailYN === 'Y') return
  await verifyEmail(ctx, CustomerId)
  await insertAmendment(ctx, CustomerId, [{ FieldName: 'VerifiedEmailYN', Previous: 'N', Updated: 'Y' }], {
    action: 'E-mail Verified',
    applied: true,
    review: false,
  })
  ctx.audit(
    'Verify Customer Email',
    'Customer',
    CustomerId,
    `Verify Customer Email in Customer. CustomerId - ${CustomerId}`,
  )
}

export async function validateEmailVerification(ctx: Ctx, input: Input<typeof contract.validateEmailVerification>) {
  await verifyAddressByCode(ctx, input)
  return { status: 'valid' as const }
}
