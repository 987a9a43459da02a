import type { ContactType, Purpose, TemplateLanguage } from '../contract.ts'
import * as contract from '../contract.ts'
import { htmlToPlainText, sanitizeHtml } from './html.ts'
import { decodeLiquid, fillMergeFields, LiquidError, listMergeFieldNamesInText } from './liquid.ts'
import { createSampleMergeFields, type KnownMergeField } from './names.ts'
import { createHtmlMail, createTextFooter } from './page.ts'

const refusals = contract.templateRefusals

/** A text of a template that is sanitized and validated, as it is stored. */
export type SanitizedTemplateText = { Language: TemplateLanguage; Subject: string | null; Body: string }
/** A text of a template inside its e-mail page, ready to be filled with values. */
export type CompiledMessage = { subject: string | null; html: string | null; text: string }

/** A text of a template as the user entered it, before validation. */
export type UnsanitizedTemplateText = { Language: TemplateLanguage; Subject?: string | null | undefined; Body: string }

const sampleFormat = { language: 'en', currency: 'MYR' } as const

/** Validates and sanitizes a text when it is saved, so that an invalid text cannot make sending fail. */
export function sanitizeTemplateText(
  names: readonly KnownMergeField[],
  ContactType: ContactType,
  { Language, Subject, Body }: UnsanitizedTemplateText,
  { webUrl }: { webUrl: string },
): { text: SanitizedTemplateText; names: string[] } {
  const samples = createSampleMergeFields(names).values
  const used = new Set<string>()
  const text: SanitizedTemplateText =
    ContactType === 'Email'
      ? { Language, Subject: Subject ?? null, Body: sanitizeHtml(Body, new URL(webUrl).host) }
      : { Language, Subject: null, Body }
  if (ContactType === 'SMS' && Body.length > contract.SMS_LENGTH_MAX)
    throw refusals.smsTooLong({ Most: contract.SMS_LENGTH_MAX, Language })
  for (const part of [text.Subject ?? '', text.Body]) {
    const form = ContactType === 'Email' && part === text.Body ? 'html' : 'text'
    const liquid = form === 'html' ? decodeLiquid(part) : part
    try {
      for (const Name of listMergeFieldNamesInText(liquid, form)) {
        if (!names.some((known) => known.Name === Name)) throw refusals.unknownName({ Language, Name })
        used.add(Name)
      }
      fillMergeFields(liquid, form, names, samples, sampleFormat)
    } catch (error) {
      if (error instanceof LiquidError) throw refusals.notLiquid({ Language, reason: error.message })
      throw error
    }
  }
  return { text, names: [...used] }
}

/** Builds the complete e-mail and its plain text. Rejects texts that would exceed Liquid's limits when sent. */
export function compileMessage(
  ContactType: ContactType,
  purpose: Purpose,
  text: SanitizedTemplateText,
): CompiledMessage {
  if (ContactType === 'SMS') return { subject: null, html: null, text: text.Body }
  const compiled = {
    subject: text.Subject,
    // Liquid is decoded last, because a bare `<` would start an element while the page is HTML.
    html: decodeLiquid(createHtmlMail(text.Body, text.Language, purpose)),
    text: decodeLiquid(htmlToPlainText(text.Body)) + createTextFooter(text.Language, purpose),
  }
  assertReadable(compiled, text.Language)
  return compiled
}

/** Compares the complete page with Liquid's limits, because the page is several times as long as the body. */
function assertReadable({ html, text }: { html: string; text: string }, Language: TemplateLanguage) {
  try {
    listMergeFieldNamesInText(html, 'html')
    listMergeFieldNamesInText(text, 'text')
  } catch (error) {
    if (error instanceof LiquidError) throw refusals.notLiquid({ Language, reason: error.message })
    throw error
  }
}
