import { endCustomerSessions, maskAddress } from '#areas/access/server/index.ts'
import { lockEditableCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type MailLanguage, renderMailText } from '#kit/server/mail-texts.ts'
import * as contract from '../contract.ts'
import { memberCardPath } from '../paths.ts'
import { clearCodeSendCounters } from './limits.ts'
import { signInLinkMail } from './mails.ts'
import { findMembershipNo } from './profile/read-profile.ts'

/** Clears the sign-in limits of a member; with LinkYN it also ends the member's sessions and sends a sign-in link. */
export async function resetCustomerSignIn(
  ctx: Ctx,
  { CustomerId, LinkYN }: Input<typeof contract.resetCustomerSignIn>,
) {
  const { Email, Language } = await lockEditableCustomer(ctx, CustomerId)
  const MembershipNo = await findMembershipNo(ctx, CustomerId)
  if (LinkYN === 'Y' && !Email) throw contract.selfServiceRefusals.noEmail()

  const Forgotten = await clearCodeSendCounters(
    ctx,
    [MembershipNo, Email].filter((identifier) => identifier !== null),
  )
  const SessionsEnded = LinkYN === 'Y' ? await endCustomerSessions(ctx, CustomerId) : 0
  if (LinkYN === 'Y' && Email) {
    const link = `${ctx.services.webUrl}${memberCardPath()}`
    const text = renderMailText(signInLinkMail, languages[Language ?? ''] ?? 'en', { link, number: MembershipNo ?? '' })
    await ctx.mail({ To: Email, ...text })
  }

  const action = LinkYN === 'Y' ? 'Request Password Reset' : 'Unlock Account'
  ctx.audit(action, 'Customer', CustomerId, `${action} in Self-Service. CustomerId - ${CustomerId}`)
  return { CustomerId, Forgotten, SessionsEnded, SentTo: LinkYN === 'Y' && Email ? maskAddress(Email) : null }
}

/** Page languages by their names in the lookup list of languages. */
const languages: Readonly<Record<string, MailLanguage>> = {
  English: 'en',
  Chinese: 'zh',
  Mandarin: 'zh',
  French: 'fr',
  Japanese: 'ja',
}
