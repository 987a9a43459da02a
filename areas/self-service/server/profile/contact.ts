import type { Ctx } from '#kit/server/ctx.ts'
import { renderMailText } from '#kit/server/mail-texts.ts'
import { type PageLanguage, selfServiceRefusals } from '../../contract.ts'
import { contactChangedMail } from '../mails.ts'
import { isFreshSession } from '../sessions/customer-sessions.ts'

/** Throws unless the session began recently with a passcode or a code, which a change of e-mail or phone requires. */
export function requireFreshSession(ctx: Ctx, session: { OpenedAt: string }) {
  if (!isFreshSession(ctx, session)) throw selfServiceRefusals.signInAgain()
}

type Before = { Email: string | null; ContactNo: string | null; Unproved: readonly string[] }

/**
 * Notifies the previous address of a change of contact details, because the change may come from an impostor.
 * An unverified address gets no message, because it may belong to a third party.
 */
export async function notifyPreviousAddress(ctx: Ctx, { Email, ContactNo, Unproved }: Before, language: PageLanguage) {
  const text = renderMailText(contactChangedMail, language, {})
  if (Email && !Unproved.includes('Email')) await ctx.mail({ To: Email, ...text })
  else if (ContactNo && !Unproved.includes('ContactNo') && ctx.services.sms)
    await ctx.mail({ To: ContactNo, Channel: 'SMS', ...text })
}
