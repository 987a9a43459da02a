import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { renderMailText } from '#kit/server/mail-texts.ts'
import * as contract from '../../contract.ts'
import { countCodeRequest, tryCountMessageToAddress } from '../limits.ts'
import { emailVerificationMail } from '../mails.ts'
import { createCodeChallenge } from './challenges.ts'
import { findEmail, resolveCustomerId } from './resolve-customer.ts'

/** Sends a code that verifies an address, even if another customer has the same address. */
export async function sendEmailVerification(ctx: Ctx, input: Input<typeof contract.sendEmailVerification>) {
  const customerId = resolveCustomerId(ctx, input.CustomerId)
  const email = input.Email ?? (customerId === null ? null : await findEmail(ctx, customerId))
  if (!email) throw contract.selfServiceRefusals.noEmail()
  await countCodeRequest(ctx, 'e-mail', email)
  const { reply, code, minutes } = await createCodeChallenge(ctx, {
    purpose: 'E-mail',
    customerId,
    email,
    about: email,
  })
  if (await tryCountMessageToAddress(ctx, email))
    await ctx.mail({ To: email, ...renderMailText(emailVerificationMail, input.Language, { code, minutes }) })
  return reply
}
