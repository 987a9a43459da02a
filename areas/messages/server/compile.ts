import type { ContactType, Purpose, TemplateLanguage } from '../contract.ts'
import * as contract from '../contract.ts'
import { cleanHtml, plainText } from './html.ts'
import { fill, liquidIn, NotLiquid, namesIn } from './liquid.ts'
import { type KnownName, samplesOf } from './names.ts'
import { footerOf, pageOf } from './page.ts'

const refusals = contract.templateRefusals

/** As it is stored, and refused where it cannot be sent one day. */
export type Cleaned = { Language: TemplateLanguage; Subject: string | null; Body: string }
/** As it is sent, but for the values. */
export type Compiled = { subject: string | null; html: string | null; text: string }

/** As it was typed. */
export type TemplateText = { Language: TemplateLanguage; Subject?: string | null | undefined; Body: string }

const trySample = { language: 'en', currency: 'MYR' } as const

/** Everything that is wrong with a text of a template is said when it is saved, not when it is sent. */
export function cleanText(
  names: readonly KnownName[],
  ContactType: ContactType,
  { Language, Subject, Body }: TemplateText,
  { webUrl }: { webUrl: string },
): { text: Cleaned; names: string[] } {
  const samples = samplesOf(names).values
  const used = new Set<string>()
  const text: Cleaned =
    ContactType === 'Email'
      ? { Language, Subject: Subject ?? null, Body: cleanHtml(Body, new URL(webUrl).host) }
      : { Language, Subject: null, Body }
  if (ContactType === 'SMS' && Body.length > contract.SMS_MAX)
    throw refusals.smsTooLong({ Most: contract.SMS_MAX, Language })
  for (const part of [text.Subject ?? '', text.Body]) {
    const form = ContactType === 'Email' && part === text.Body ? 'html' : 'text'
    const liquid = form === 'html' ? liquidIn(part) : part
    try {
      for (const Name of namesIn(liquid, form)) {
        if (!names.some((one) => one.Name === Name)) throw refusals.unknownName({ Language, Name })
        used.add(Name)
      }
      fill(liquid, form, names, samples, trySample)
    } catch (error) {
      if (error instanceof NotLiquid) throw refusals.notLiquid({ Language, reason: error.message })
      throw error
    }
  }
  return { text, names: [...used] }
}

/** A language as it is sent: the company's page around the body, and the same without HTML. Refused where it could not be read when it is sent. */
export async function compile(ContactType: ContactType, purpose: Purpose, text: Cleaned): Promise<Compiled> {
  if (ContactType === 'SMS') return { subject: null, html: null, text: text.Body }
  const compiled = {
    subject: text.Subject,
    // Decoded last: what makes the page reads HTML, where a bare `<` would begin an element.
    html: liquidIn(await pageOf(text.Body, text.Language, purpose)),
    text: liquidIn(plainText(text.Body)) + footerOf(text.Language, purpose),
  }
  assertReadable(compiled, text.Language)
  return compiled
}

/** The page around a body is several times as long as the body: Liquid's limits are asked of the whole. */
function assertReadable({ html, text }: { html: string; text: string }, Language: TemplateLanguage) {
  try {
    namesIn(html, 'html')
    namesIn(text, 'text')
  } catch (error) {
    if (error instanceof NotLiquid) throw refusals.notLiquid({ Language, reason: error.message })
    throw error
  }
}
