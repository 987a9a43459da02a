import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx, OutgoingMail } from '#kit/server/ctx.ts'
import { type MailLanguage, type MailParams, type MailText, renderMailText } from '#kit/server/mail-texts.ts'
import { findAccountEmail } from './accounts/privilege-holders.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Returns the interface language that the user of the account has chosen, or undefined. */
    preferredLanguage?: (ctx: Ctx, userId: number) => Promise<MailLanguage | undefined>
  }
}

/** Returns the language of messages to an account: the language of its user, else the company's first language. */
async function languageOf(ctx: Ctx, userId: number): Promise<MailLanguage> {
  const { languages } = await readSettings(ctx)
  for (const { preferredLanguage } of ctx.services.areas) {
    const preferred = await preferredLanguage?.(ctx, userId)
    if (preferred && languages.includes(preferred)) return preferred
  }
  return languages[0]!
}

type Params = MailParams | ((language: MailLanguage) => MailParams)
type Destination = { address: string; channel?: 'Email' | 'SMS'; attachment?: OutgoingMail['Attachment'] | undefined }

/** Sends a message to an address of an account, in its user's language. */
export async function sendAccountMessage(
  ctx: Ctx,
  userId: number,
  { address, channel, attachment }: Destination,
  text: MailText,
  params: Params,
) {
  const language = await languageOf(ctx, userId)
  await ctx.mail({
    To: address,
    ...(channel && { Channel: channel }),
    ...(attachment && { Attachment: attachment }),
    ...renderMailText(text, language, typeof params === 'function' ? params(language) : params),
  })
}

/** Sends a message to the account's own e-mail address. An inactive account, or one without an address, gets no message. */
export async function notifyAccount(ctx: Ctx, userId: number, text: MailText, params: Params) {
  const address = await findAccountEmail(ctx.db, userId)
  if (address) await sendAccountMessage(ctx, userId, { address }, text, params)
}
