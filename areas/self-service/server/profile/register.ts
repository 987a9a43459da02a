import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createCustomer, lockEditable, writeAmendment } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract.ts'
import { countRegistration } from '../limits.ts'
import { qrCode } from '../qr-code.ts'
import { markVerified } from '../verification/prove-address.ts'
import { openVisit, visitOf } from '../visits/visits.ts'
import { membershipOf } from './read-profile.ts'

type Sent = Input<typeof contract.registerCustomer>

/**
 * Registers who came with a passcode, once for each time that one let them in: the same form sent again, from this session or
 * the one that followed, is answered with a session of the same customer. Whether the company knows somebody by this identity
 * number is not to be learned here, nor from the time it takes. So a known number makes a customer too, without it, and staff are left
 * to look at who this is.
 */
export async function registerCustomer(ctx: Ctx, input: Sent) {
  const sessionId = ctx.actor.sessionId!
  // Of two that are sent at once the second waits, and finds what the first did.
  await ctx.db
    .selectFrom('SelfServiceVisit')
    .select('SessionId')
    .where('SessionId', '=', sessionId)
    .forUpdate()
    .execute()
  const visit = await visitOf(ctx, sessionId)
  const sentHash = createHash('sha256').update(JSON.stringify(input)).digest()
  if (visit.Purpose !== 'New Customer') throw contract.refusals.notForNew()
  if (visit.RegisteredWith && !visit.RegisteredWith.equals(sentHash)) throw contract.refusals.registeredAlready()

  const CustomerId = visit.CustomerId ?? (await register(ctx, input, visit))
  if (!visit.CustomerId) {
    await ctx.db
      .updateTable('SelfServiceVisit')
      .set({ CustomerId, RegisteredWith: sentHash })
      .where('SessionId', '=', sessionId)
      .execute()
    await sql`update passcode set registered = registered + 1 where passcode_id = ${visit.PasscodeId}`.execute(ctx.db)
  }
  const Visit = await openVisit(ctx, {
    purpose: 'New Customer',
    customerId: CustomerId,
    passcodeId: visit.PasscodeId,
    outletCode: visit.OutletCode,
    language: visit.Language,
    verifiedEmail: visit.VerifiedEmail,
    // The browser may have taken the new session and lost the answer: it sends the form again from there.
    registeredWith: sentHash,
  })
  const MembershipNo = await membershipOf(ctx, CustomerId)
  return {
    Visit,
    CustomerId,
    MembershipNo,
    Qr: MembershipNo === null ? null : qrCode(MembershipNo),
    FullName: input.FullName,
  }
}

type Visit = Awaited<ReturnType<typeof visitOf>>

async function register(ctx: Ctx, input: Sent, { PasscodeId, OutletCode, VerifiedEmail }: Visit) {
  const { Consents, Address, ...fields } = input
  await countRegistration(ctx, { passcodeId: PasscodeId, targets: [fields.Email, fields.ContactNo.replace(/\D/g, '')] })
  // The outlet is the passcode's; the customer does not choose where they registered.
  const atOutlet: Ctx = { ...ctx, actor: { ...ctx.actor, outletCode: OutletCode } }
  const created = await createCustomer(atOutlet, {
    ...fields,
    Consents: Consents.map((one) => ({ ...one, Source: 'Self-service' as const })),
    ...(Address && { Address: { ...Address, ReturnedMailYN: 'N' as const } }),
    RegistrationSource: 'Self Registration Portal' as const,
    identityIfFree: true,
    provedEmail: VerifiedEmail,
  })
  if (!created.created) throw new Error('A registration by oneself takes what is free')
  const { CustomerId, HasIdentity } = created
  const identity = (['IdType', 'IdNo'] as const).flatMap((FieldName) =>
    fields[FieldName] ? [{ FieldName, Previous: null, Updated: fields[FieldName] }] : [],
  )
  await writeAmendment(
    atOutlet,
    CustomerId,
    [{ FieldName: 'FullName', Previous: null, Updated: fields.FullName }, ...identity].slice(HasIdentity ? 0 : 1),
    {
      action: 'Create',
      applied: HasIdentity,
      review: !HasIdentity,
    },
  )
  const customer = await lockEditable(ctx, CustomerId)
  if (customer.Email && customer.Email === VerifiedEmail) await markVerified(atOutlet, customer)
  return CustomerId
}
