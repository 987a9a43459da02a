import type { ContactType, Rendered, TemplateLanguage } from '../contract.ts'
import type { Compiled } from './compile.ts'
import { type Format, fill, namesIn } from './liquid.ts'
import type { Merged, Used } from './names.ts'
import { segmentsOf } from './segments.ts'

export type Version = Compiled & { Language: TemplateLanguage }

/** Names used in any part of a version. */
export const namesUsedIn = ({ subject, html, text }: Version): Used =>
  new Set([...namesIn(subject ?? '', 'text'), ...namesIn(html ?? '', 'html'), ...namesIn(text, 'text')])

/** A line break in a header would start another header. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Fills a text of a template with the values of one customer. */
export function render(
  ContactType: ContactType,
  version: Version,
  { names, values }: Merged,
  currency: string,
): Rendered {
  const format: Format = { language: version.Language, currency }
  const fillPart = (text: string | null, form: 'html' | 'text') =>
    text === null ? { text: null, missing: [] } : fill(text, form, names, values, format)
  const subject = fillPart(version.subject, 'text')
  const html = fillPart(version.html, 'html')
  const text = fill(version.text, 'text', names, values, format)
  return {
    Language: version.Language,
    Subject: subject.text === null ? null : toSingleLine(subject.text),
    Html: html.text,
    Text: text.text,
    Missing: [...new Set([...subject.missing, ...html.missing, ...text.missing])].toSorted(),
    Segments: ContactType === 'SMS' ? segmentsOf(text.text) : null,
  }
}
