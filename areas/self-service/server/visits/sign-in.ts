import { sql } from 'kysely'
import { z } from 'zod'
import { plainIdentity } from '#areas/customers/contract/nric.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { normaliseCode } from '#kit/contract/normal-form.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { inLanguage } from '#kit/server/mail-texts.ts'
import { wantedMessage, wantMessage } from '#kit/server/wanted.ts'
import { type requestSignInCode as codeCall, PageLanguage, type customerSignIn as signInCall } from '../../contract.ts'
import { countSend, maySendTo } from '../limits.ts'
import { signInMail } from '../mails.ts'
import { customerUserInfo } from '../profile/read-profile.ts'
import { giveCodeTo, newChallenge, takeCode } from '../verification/challenges.ts'
import { openVisit } from './visits.ts'

export const SIGN_IN_CODE = 'Sign-in code'

const About = z.strictObject({
  Identifier: z.string(),
  Language: PageLanguage,
  ChallengeKey: z.string(),
  Code: z.string(),
  Minutes: z.int(),
})

/**
 * Makes a code, and asks for the message that takes it to the member, if there is one. Neither the answer nor its time tells:
 * nobody is looked up before it has left, and until then the code opens nothing.
 */
export async function requestSignInCode(ctx: Ctx, { Identifier: typed, Language }: Input<typeof codeCall>) {
  await countSend(ctx, 'sign-in', typed)
  const Identifier = plainIdentifier(typed)
  const { sent, code, minutes, key } = await newChallenge(ctx, {
    purpose: 'Sign-in',
    customerId: null,
    email: null,
    about: Identifier,
  })
  await wantMessage(ctx, {
    kind: SIGN_IN_CODE,
    about: { Identifier, Language, ChallengeKey: key, Code: code, Minutes: minutes } satisfies z.input<typeof About>,
    until: new Date(ctx.now.getTime() + sent.ExpiresIn * 1000),
  })
  return sent
}

/** Sends the code to the member who was meant, and lets it open their pages, beside the ones of before. */
export const sendSignInCode = wantedMessage(
  About,
  async (ctx, { Identifier, Language, ChallengeKey, Code, Minutes }) => {
    const known = await memberNamed(ctx, Identifier)
    if (!known?.Email || !(await maySendTo(ctx, known.Email))) return
    if (await giveCodeTo(ctx, known.CustomerId, ChallengeKey))
      await ctx.mail({ To: known.Email, ...inLanguage(signInMail, Language, { code: Code, minutes: Minutes }) })
  },
)

/** Exchanges the right code for a session, once. */
export async function customerSignIn(ctx: Ctx, input: Input<typeof signInCall>) {
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
  typed.includes('@') ? normaliseCode(typed).toLowerCase() : plainIdentity(typed)

type Named = { CustomerId: number; Email: string | null }

/** Whom a number or an address means. An address counts once it was proved, and if it is one member's only. */
async function memberNamed(ctx: Ctx, typed: string): Promise<Named | undefined> {
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
