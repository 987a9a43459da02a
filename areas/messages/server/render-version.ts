import type { ContactType, RenderedText, TemplateLanguage } from '../contract.ts'
import type { CompiledMessage } from './compile.ts'
import { fillMergeFields, listMergeFieldNamesInText, type MergeValueFormat } from './liquid.ts'
import type { MergeFieldsWithValues, UsedMergeFieldNames } from './names.ts'
import { countSmsSegments } from './segments.ts'

export type RenderableTemplateVersion = CompiledMessage & { Language: TemplateLanguage }

/** Returns the names of merge fields that any part of a template version uses. */
export const listMergeFieldNamesInVersion = ({ subject, html, text }: RenderableTemplateVersion): UsedMergeFieldNames =>
  new Set([
    ...listMergeFieldNamesInText(subject ?? '', 'text'),
    ...listMergeFieldNamesInText(html ?? '', 'html'),
    ...listMergeFieldNamesInText(text, 'text'),
  ])

/** Line breaks are removed, because a line break in a header would start another header. */
const toSingleLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Fills a text of a template with the values of one customer. */
export function renderMessage(
  ContactType: ContactType,
  version: RenderableTemplateVersion,
  { names, values }: MergeFieldsWithValues,
  currency: string,
): RenderedText {
  const format: MergeValueFormat = { language: version.Language, currency }
  const fillPart = (text: string | null, form: 'html' | 'text') =>
    text === null ? { text: null, missing: [] } : fillMergeFields(text, form, names, values, format)
  const subject = fillPart(version.subject, 'text')
  const html = fillPart(version.html, 'html')
  const text = fillMergeFields(version.text, 'text', names, values, format)
  return {
    Language: version.Language,
    Subject: subject.text === null ? null : toSingleLine(subject.text),
    Html: html.text,
    Text: text.text,
    Missing: [...new Set([...subject.missing, ...html.missing, ...text.missing])].toSorted(),
    Segments: ContactType === 'SMS' ? countSmsSegments(text.text) : null,
  }
}
