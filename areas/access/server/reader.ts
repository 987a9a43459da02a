import { settings } from '#areas/setup/server/index.ts'
import type { Ctx, Mail } from '#kit/server/ctx.ts'
import { inLanguage, type MailLanguage, type MailParams, type MailText } from '#kit/server/mail-texts.ts'
import { mailOf } from './accounts/reachable-by.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The language that the person of an account has chosen for the interface; undefined if none is kept. */
    keptLanguage?: (ctx: Ctx, userId: number) => Promise<MailLanguage | undefined>
  }
}

/** The language in which an account is written to: the person’s own, else the first of the company’s. */
async function languageOf(ctx: Ctx, userId: number): Promise<MailLanguage> {
  const { languages } = await settings(ctx)
  for (const { keptLanguage } of ctx.services.areas) {
    const kept = await keptLanguage?.(ctx, userId)
    if (kept && languages.includes(kept)) return kept
  }
  return languages[0]!
}

type Params = MailParams | ((language: MailLanguage) => MailParams)
type Where = { address: string; channel?: 'Email' | 'SMS'; attachment?: Mail['Attachment'] | undefined }

/** Sends a message to an address of an account, in the language of its person. */
export async function writeTo(
  ctx: Ctx,
  userId: number,
  { address, channel, attachment }: Where,
  text: MailText,
  params: Params,
) {
  const language = await languageOf(ctx, userId)
  await ctx.mail({
    To: address,
    ...(channel && { Channel: channel }),
    ...(attachment && { Attachment: attachment }),
    ...inLanguage(text, language, typeof params === 'function' ? params(language) : params),
  })
}

/** The same to the account’s own e-mail address, while the account works and has one. */
export async function notifyAccount(ctx: Ctx, userId: number, text: MailText, params: Params) {
  const address = await mailOf(ctx.db, userId)
  if (address) await writeTo(ctx, userId, { address }, text, params)
}
