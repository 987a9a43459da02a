import { sql } from 'kysely'
import { z } from 'zod'
import { normaliseIdentityNo } from '#areas/customers/contract/nric.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { normaliseCode } from '#kit/contract/normal-form.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { deferMessage, deferredMessage } from '#kit/server/deferred-messages.ts'
import { renderMailText } from '#kit/server/mail-texts.ts'
import { type requestSignInCode as codeCall, PageLanguage, type customerSignIn as signInCall } from '../../contract.ts'
import { countCodeRequest, tryCountMessageToAddress } from '../limits.ts'
import { customerSignInCodeMail } from '../mails.ts'
import { readCustomerUserInfo } from '../profile/read-profile.ts'
import { assignSignInCodeToCustomer, consumeVerificationCode, createCodeChallenge } from '../verification/challenges.ts'
import { openCustomerSession } from './customer-sessions.ts'

export const SIGN_IN_CODE_PURPOSE = 'Sign-in code'

const About = z.strictObject({
  Identifier: z.string(),
  Language: PageLanguage,
  ChallengeKey: z.string(),
  Code: z.string(),
  Minutes: z.int(),
})

/**
 * Creates a sign-in code and queues its message; neither reply nor response time reveals whether the member exists.
 * The server searches the member after the reply; until it has found one, the code is valid for no member.
 */
export async function requestSignInCode(ctx: Ctx, { Identifier: typed, Language }: Input<typeof codeCall>) {
  await countCodeRequest(ctx, 'sign-in', typed)
  const Identifier = normaliseIdentifier(typed)
  const { reply, code, minutes, key } = await createCodeChallenge(ctx, {
    purpose: 'Sign-in',
    customerId: null,
    email: null,
    about: Identifier,
  })
  await deferMessage(ctx, {
    kind: SIGN_IN_CODE_PURPOSE,
    about: { Identifier, Language, ChallengeKey: key, Code: code, Minutes: minutes } satisfies z.input<typeof About>,
    until: new Date(ctx.now.getTime() + reply.ExpiresIn * 1000),
  })
  return reply
}

/** Searches the member, makes the code valid for this member and sends it; earlier codes stay valid. */
export const sendSignInCode = deferredMessage(
  About,
  async (ctx, { Identifier, Language, ChallengeKey, Code, Minutes }) => {
    const member = await findMember(ctx, Identifier)
    if (!member?.Email || !(await tryCountMessageToAddress(ctx, member.Email))) return
    if (await assignSignInCodeToCustomer(ctx, member.CustomerId, ChallengeKey))
      await ctx.mail({
        To: member.Email,
        ...renderMailText(customerSignInCodeMail, Language, { code: Code, minutes: Minutes }),
      })
  },
)

/** Exchanges a correct sign-in code for a session; a code can be used once. */
export async function customerSignIn(ctx: Ctx, input: Input<typeof signInCall>) {
  const challenge = await consumeVerificationCode(ctx, {
    ...input,
    purpose: 'Sign-in',
    about: normaliseIdentifier(input.Identifier),
  })
  const customerId = challenge.CustomerId!
  const user_info = await readCustomerUserInfo(ctx, customerId)
  const session = await openCustomerSession(ctx, {
    purpose: 'Sign-in',
    customerId,
    passcodeId: null,
    outletCode: null,
    language: 'en',
  })
  ctx.audit('Customer Sign-In', 'Customer', customerId, `Customer Sign-In in Self-Service. CustomerId - ${customerId}`)
  return { access_token: session.access_token, customer_id: customerId, user_info, expires_in: session.expires_in }
}

const normaliseIdentifier = (typed: string) =>
  typed.includes('@') ? normaliseCode(typed).toLowerCase() : normaliseIdentityNo(typed)

type MatchedMember = { CustomerId: number; Email: string | null }

/** Finds the member by number or address; an address must be verified and belong to one member only. */
async function findMember(ctx: Ctx, typed: string): Promise<MatchedMember | undefined> {
  const { rows } = typed.includes('@')
    ? await sql<MatchedMember>`select customer_id, email from customer
        where lower(email) = ${typed} and verified_email_yn = 'Y' and status in ('Active', 'Inactive', 'Suspended') limit 2`.execute(
        ctx.db,
      )
    : await sql<MatchedMember>`select customer.customer_id, customer.email from membership join customer using (customer_id)
        where membership_no = surviving_membership(${typed}) and customer.status in ('Active', 'Inactive', 'Suspended') limit 2`.execute(
        ctx.db,
      )
  return rows.length === 1 ? rows[0] : undefined
}
