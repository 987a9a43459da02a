import type { Ctx } from '#kit/server/ctx.ts'
import { inLanguage } from '#kit/server/mail-texts.ts'
import { type PageLanguage, refusals } from '../../contract.ts'
import { contactChangedMail } from '../mails.ts'
import { isFresh } from '../visits/visits.ts'

/** How somebody is reached is changed right after a passcode or a code to the present address proved who they are. */
export function refuseStaleVisit(ctx: Ctx, visit: { OpenedAt: string }) {
  if (!isFresh(ctx, visit)) throw refusals.signInAgain()
}

type Before = { Email: string | null; ContactNo: string | null; Unproved: readonly string[] }

/**
 * Goes to the address of before: if it was not them who changed it, they can still do something. A stranger's address, which a
 * visitor typed and then changes, hears nothing.
 */
export async function notifyOldAddress(ctx: Ctx, { Email, ContactNo, Unproved }: Before, language: PageLanguage) {
  const text = inLanguage(contactChangedMail, language, {})
  if (Email && !Unproved.includes('Email')) await ctx.mail({ To: Email, ...text })
  else if (ContactNo && !Unproved.includes('ContactNo') && ctx.services.sms)
    await ctx.mail({ To: ContactNo, Channel: 'SMS', ...text })
}
