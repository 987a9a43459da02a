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

type Given = { Language: TemplateLanguage; Subject?: string | null | undefined; Body: string }

const trySample = { language: 'en', currency: 'MYR' } as const

/** Everything that is wrong with the texts of a template is said when it is saved, not when it is sent. */
export function cleanTexts(
  names: readonly KnownName[],
  ContactType: ContactType,
  given: readonly Given[],
  { webUrl }: { webUrl: string },
) {
  const ownHost = new URL(webUrl).host
  const samples = samplesOf(names).values
  const used = new Set<string>()
  const languages = new Set<TemplateLanguage>()
  const texts = given.map(({ Language, Subject, Body }): Cleaned => {
    if (languages.has(Language)) throw refusals.languageTwice({ Language })
    languages.add(Language)
    const cleaned: Cleaned =
      ContactType === 'Email'
        ? { Language, Subject: Subject ?? null, Body: cleanHtml(Body, ownHost) }
        : { Language, Subject: null, Body }
    if (ContactType === 'SMS' && Body.length > contract.SMS_MAX)
      throw refusals.smsTooLong({ Most: contract.SMS_MAX, Language })
    for (const part of [cleaned.Subject ?? '', cleaned.Body]) {
      const form = ContactType === 'Email' && part === cleaned.Body ? 'html' : 'text'
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
    return cleaned
  })
  const order = contract.TemplateLanguage.options
  return {
    texts: texts.toSorted((one, other) => order.indexOf(one.Language) - order.indexOf(other.Language)),
    names: [...used].toSorted(),
  }
}

/** What must be there before a template is sent by itself. */
export function refuseIncomplete(
  texts: readonly Cleaned[],
  { ContactType, Purpose }: { ContactType: ContactType; Purpose: Purpose },
  Default: TemplateLanguage,
) {
  if (!texts.some(({ Language }) => Language === Default)) throw refusals.noText({ Language: Default })
  for (const { Language, Subject, Body } of texts) {
    if (ContactType === 'Email' && !Subject) throw refusals.noSubject({ Language })
    // An e-mail has the link at its foot and in its head; an SMS has no other place for it.
    if (ContactType === 'SMS' && Purpose === 'Marketing' && !namesIn(Body, 'text').includes('UnsubscribeLink'))
      throw refusals.noWayOut({ Language, Name: 'UnsubscribeLink' })
  }
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
