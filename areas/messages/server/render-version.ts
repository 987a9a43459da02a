import type { ContactType, Rendered, TemplateLanguage } from '../contract.ts'
import type { Compiled } from './compile.ts'
import { fill, namesIn, type Writing } from './liquid.ts'
import type { Merged, Used } from './names.ts'
import { segmentsOf } from './segments.ts'

export type Version = Compiled & { Language: TemplateLanguage }

/** What a version asks for, in any of its forms. */
export const usedIn = ({ subject, html, text }: Version): Used =>
  new Set([...namesIn(subject ?? '', 'text'), ...namesIn(html ?? '', 'html'), ...namesIn(text, 'text')])

/** A line of its own in a head would be a head of its own. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A text of a template with the values of one customer. */
export function render(
  ContactType: ContactType,
  version: Version,
  { names, values }: Merged,
  currency: string,
): Rendered {
  const writing: Writing = { language: version.Language, currency }
  const filled = (text: string | null, form: 'html' | 'text') =>
    text === null ? { text: null, missing: [] } : fill(text, form, names, values, writing)
  const subject = filled(version.subject, 'text')
  const html = filled(version.html, 'html')
  const text = fill(version.text, 'text', names, values, writing)
  return {
    Language: version.Language,
    Subject: subject.text === null ? null : oneLine(subject.text),
    Html: html.text,
    Text: text.text,
    Missing: [...new Set([...subject.missing, ...html.missing, ...text.missing])].toSorted(),
    Segments: ContactType === 'SMS' ? segmentsOf(text.text) : null,
  }
}
