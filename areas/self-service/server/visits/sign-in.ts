import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { CHANNEL } from '#kit/server/announcements.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { inLanguage } from '#kit/server/mail-texts.ts'
import type * as contract from '../../contract.ts'
import { countSend, maySendTo } from '../limits.ts'
import { signInMail } from '../mails.ts'
import { customerUserInfo } from '../profile/read-profile.ts'
import { newChallenge, takeCode } from '../verification/challenges.ts'
import { openVisit } from './visits.ts'

/**
 * Sends a code if there is such a member. Neither the answer nor its time tells: for who is unknown, or was sent enough, the
 * same is done with a code that opens nothing.
 */
export async function requestSignInCode(ctx: Ctx, { Identifier, Language }: Input<typeof contract.requestSignInCode>) {
  await countSend(ctx, 'sign-in', Identifier)
  const known = await memberNamed(ctx, Identifier)
  // Asked for somebody unknown too, of an address that nobody has.
  const maySend = await maySendTo(ctx, known?.Email ?? `nobody ${Identifier}`)
  const { sent, code, minutes } = await newChallenge(ctx, {
    purpose: 'Sign-in',
    customerId: known?.Email && maySend ? known.CustomerId : null,
    email: null,
    about: plainIdentifier(Identifier),
  })
  if (known?.Email && maySend) {
    await ctx.mail({ To: known.Email, ...inLanguage(signInMail, Language, { code, minutes }) })
  } else await sql`select pg_notify(${CHANNEL}, 'outbox:none')`.execute(ctx.db)
  return sent
}

/** Exchanges the right code for a session, once. */
export async function customerSignIn(ctx: Ctx, input: Input<typeof contract.customerSignIn>) {
  const challenge = await takeCode(ctx, { ...input, purpose: 'Sign-in', about: plainIdentifier(input.Identifier) })
  const customerId = challenge.CustomerId!
  const user_info = await customerUserInfo(ctx, customerId)
  const visit = await openVisit(ctx, {
    purpose: 'Sign-in',
    customerId,
    passcodeId: null,
    outletCode: null,
    language: 'en',
  })
  ctx.audit('Customer Sign-In', 'Customer', customerId, `Customer Sign-In in Self-Service. CustomerId - ${customerId}`)
  return { access_token: visit.access_token, customer_id: customerId, user_info, expires_in: visit.expires_in }
}

const plainIdentifier = (typed: string) =>
  typed.includes('@') ? typed.trim().toLowerCase() : typed.toUpperCase().replace(/[\s\-./]/g, '')

type Named = { CustomerId: number; Email: string | null }

/** Whom a number or an address means. An address counts once it was proved, and if it is one member's only. */
async function memberNamed(ctx: Ctx, Identifier: string): Promise<Named | undefined> {
  const typed = plainIdentifier(Identifier)
  const { rows } = typed.includes('@')
    ? await sql<Named>`select customer_id, email from customer
        where lower(email) = ${typed} and verified_email_yn = 'Y' and status in ('Active', 'Inactive', 'Suspended') limit 2`.execute(
        ctx.db,
      )
    : await sql<Named>`select customer.customer_id, customer.email from membership join customer using (customer_id)
        where membership_no = surviving_membership(${typed}) and customer.status in ('Active', 'Inactive', 'Suspended') limit 2`.execute(
        ctx.db,
      )
  return rows.length === 1 ? rows[0] : undefined
}
