import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createCustomer, insertAmendment, lockEditableCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countRegistration } from '../limits.ts'
import { createQrCode } from '../qr-code.ts'
import { loadCustomerSession, openCustomerSession } from '../sessions/customer-sessions.ts'
import { markEmailVerified } from '../verification/prove-address.ts'
import { findMembershipNo } from './read-profile.ts'

type RegistrationInput = Input<typeof contract.registerCustomer>

/**
 * Registers the customer of a passcode session once; a repeated form returns a session of the same customer.
 * Neither the reply nor the time until the reply reveals whether the identity number is known.
 * If the identity number is known, the customer is created without it, and staff review the number.
 */
export async function registerCustomer(ctx: Ctx, input: RegistrationInput) {
  const sessionId = ctx.actor.sessionId!
  // A concurrent second request waits for this lock and then finds the first result.
  await ctx.db
    .selectFrom('SelfServiceVisit')
    .select('SessionId')
    .where('SessionId', '=', sessionId)
    .forUpdate()
    .execute()
  const session = await loadCustomerSession(ctx, sessionId)
  const sentHash = createHash('sha256').update(JSON.stringify(input)).digest()
  if (session.Purpose !== 'New Customer') throw contract.selfServiceRefusals.notForNew()
  if (session.RegisteredWith && !session.RegisteredWith.equals(sentHash))
    throw contract.selfServiceRefusals.registeredAlready()

  const CustomerId = session.CustomerId ?? (await register(ctx, input, session))
  if (!session.CustomerId) {
    await ctx.db
      .updateTable('SelfServiceVisit')
      .set({ CustomerId, RegisteredWith: sentHash })
      .where('SessionId', '=', sessionId)
      .execute()
    await sql`update passcode set registered = registered + 1 where passcode_id = ${session.PasscodeId}`.execute(ctx.db)
  }
  const Visit = await openCustomerSession(ctx, {
    purpose: 'New Customer',
    customerId: CustomerId,
    passcodeId: session.PasscodeId,
    outletCode: session.OutletCode,
    language: session.Language,
    verifiedEmail: session.VerifiedEmail,
    // The new session accepts the same form again, because the browser may have got the session but not the reply.
    registeredWith: sentHash,
  })
  const MembershipNo = await findMembershipNo(ctx, CustomerId)
  return {
    Visit,
    CustomerId,
    MembershipNo,
    Qr: MembershipNo === null ? null : createQrCode(MembershipNo),
    FullName: input.FullName,
  }
}

type LoadedSession = Awaited<ReturnType<typeof loadCustomerSession>>

async function register(ctx: Ctx, input: RegistrationInput, { PasscodeId, OutletCode, VerifiedEmail }: LoadedSession) {
  const { Consents, Address, ...fields } = input
  await countRegistration(ctx, { passcodeId: PasscodeId, targets: [fields.Email, fields.ContactNo.replace(/\D/g, '')] })
  // The passcode determines the outlet, which the customer cannot choose.
  const atOutlet: Ctx = { ...ctx, actor: { ...ctx.actor, outletCode: OutletCode } }
  const created = await createCustomer(atOutlet, {
    ...fields,
    Consents: Consents.map((consent) => ({ ...consent, Source: 'Self-service' as const })),
    ...(Address && { Address: { ...Address, ReturnedMailYN: 'N' as const } }),
    RegistrationSource: 'Self Registration Portal' as const,
    identityIfFree: true,
    provedEmail: VerifiedEmail,
  })
  if (!created.created) throw new Error('Self-registration always creates a customer')
  const { CustomerId, HasIdentity } = created
  const identity = (['IdType', 'IdNo'] as const).flatMap((FieldName) =>
    fields[FieldName] ? [{ FieldName, Previous: null, Updated: fields[FieldName] }] : [],
  )
  await insertAmendment(
    atOutlet,
    CustomerId,
    [{ FieldName: 'FullName', Previous: null, Updated: fields.FullName }, ...identity].slice(HasIdentity ? 0 : 1),
    {
      action: 'Create',
      applied: HasIdentity,
      review: !HasIdentity,
    },
  )
  const customer = await lockEditableCustomer(ctx, CustomerId)
  if (customer.Email && customer.Email === VerifiedEmail) await markEmailVerified(atOutlet, customer)
  return CustomerId
}
