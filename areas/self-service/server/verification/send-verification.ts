import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { inLanguage } from '#kit/server/mail-texts.ts'
import * as contract from '../../contract.ts'
import { countSend, maySendTo } from '../limits.ts'
import { verificationMail } from '../mails.ts'
import { newChallenge } from './challenges.ts'
import { emailOf, meantCustomer } from './meant-customer.ts'

/** Sends a code to an address that is to be proved. Whether anybody has that address already makes no difference. */
export async function sendVerification(ctx: Ctx, input: Input<typeof contract.sendVerification>) {
  const customerId = meantCustomer(ctx, input.CustomerId)
  const email = input.Email ?? (customerId === null ? null : await emailOf(ctx, customerId))
  if (!email) throw contract.refusals.noEmail()
  await countSend(ctx, 'e-mail', email)
  const { sent, code, minutes } = await newChallenge(ctx, { purpose: 'E-mail', customerId, email, about: email })
  if (await maySendTo(ctx, email))
    await ctx.mail({ To: email, ...inLanguage(verificationMail, input.Language, { code, minutes }) })
  return sent
}
