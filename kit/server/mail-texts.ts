import type { OutgoingMail } from './ctx.ts'

// Texts of e-mails and text messages in the language of the recipient. Each area declares the texts of its messages.

export const mailLanguages = ['en', 'zh', 'fr', 'ja'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** A message text in all languages. `{name}` marks a placeholder. */
export type MailText = Record<MailLanguage, { subject: string; body: string }>
export type MailParams = Record<string, string | number>

/** Replaces the `{name}` placeholders of a text. */
export const fillPlaceholders = (text: string, params: MailParams) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

export const renderMailText = (
  text: MailText,
  language: MailLanguage,
  params: MailParams,
): Pick<OutgoingMail, 'Subject' | 'Body'> => ({
  Subject: fillPlaceholders(text[language].subject, params),
  Body: `${fillPlaceholders(text[language].body, params)}\n`,
})
