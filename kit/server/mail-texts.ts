import type { Mail } from './ctx.ts'

// What the server writes to people, in the language of the person who reads it. The texts lie beside the area that sends them.

export const mailLanguages = ['en', 'zh', 'fr', 'ja'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** A message in all languages; `{name}` stands for a value. */
export type MailText = Record<MailLanguage, { subject: string; body: string }>
export type MailParams = Record<string, string | number>

/** A text with its values in the place of `{name}`. */
export const fillIn = (text: string, params: MailParams) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

export const inLanguage = (
  text: MailText,
  language: MailLanguage,
  params: MailParams,
): Pick<Mail, 'Subject' | 'Body'> => ({
  Subject: fillIn(text[language].subject, params),
  Body: `${fillIn(text[language].body, params)}\n`,
})
