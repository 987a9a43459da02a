import type { ContactType, Purpose, RenderedText, TemplateLanguage } from '../contract.ts'
import * as contract from '../contract.ts'
import type { SanitizedTemplateText, UnsanitizedTemplateText } from './compile.ts'
import { listMergeFieldNamesInText } from './liquid.ts'
import type { KnownMergeField, MergeFieldsWithValues } from './names.ts'
import type { RenderableTemplateVersion } from './render-version.ts'
import { createThreadPool } from './threads/thread-pool.ts'

const refusals = contract.templateRefusals

// Worker threads sanitize and compile texts, because the longest text takes a second and would block other calls.
// No transaction is open while a text is compiled.

export type CompileTextTask = {
  names: readonly KnownMergeField[]
  ContactType: ContactType
  Purpose: Purpose
  text: UnsanitizedTemplateText
  webUrl: string
  /** The values for a preview of the compiled text; omitted if no preview is needed. */
  preview?: { merged: MergeFieldsWithValues; currency: string }
}

export type CompiledText = {
  text: SanitizedTemplateText
  names: string[]
  version: RenderableTemplateVersion
  rendered: RenderedText | null
}

export const compileThreadPool = createThreadPool<CompileTextTask, CompiledText>(
  new URL('compile-thread.ts', import.meta.url),
  {
    most: 2,
    waiting: 20,
    cpuMs: 3_000,
    tooLong: ({ text }) => refusals.takesTooLong({ Language: text.Language }),
  },
)

export type TemplateTextsToCompile = {
  ContactType: ContactType
  Purpose: Purpose
  Texts: readonly UnsanitizedTemplateText[]
}

/** Compiles all texts of a template, in the order of their languages. */
export async function compileTexts(
  names: readonly KnownMergeField[],
  { ContactType, Purpose, Texts }: TemplateTextsToCompile,
  { webUrl }: { webUrl: string },
) {
  const languages = Texts.map(({ Language }) => Language)
  const Language = languages.find((language, index) => languages.indexOf(language) !== index)
  if (Language) throw refusals.languageTwice({ Language })
  const order = contract.TemplateLanguage.options
  const compiled: CompiledText[] = []
  // Texts are compiled one by one, so that a template with many languages leaves a thread to other callers.
  for (const text of Texts.toSorted((one, other) => order.indexOf(one.Language) - order.indexOf(other.Language)))
    compiled.push(await compileThreadPool.run({ names, ContactType, Purpose, text, webUrl }))
  return {
    texts: compiled.map(({ text }) => text),
    names: [...new Set(compiled.flatMap((text) => text.names))].toSorted(),
    versions: compiled.map(({ version }) => version),
  }
}

/** Throws unless a template has all texts that its activation requires. */
export function assertTemplateComplete(
  texts: readonly SanitizedTemplateText[],
  { ContactType, Purpose }: { ContactType: ContactType; Purpose: Purpose },
  Default: TemplateLanguage,
) {
  if (!texts.some(({ Language }) => Language === Default)) throw refusals.noText({ Language: Default })
  for (const { Language, Subject, Body } of texts) {
    if (ContactType === 'Email' && !Subject) throw refusals.noSubject({ Language })
    // E-mails have the unsubscribe link in footer and header, but an SMS needs it in its text.
    if (
      ContactType === 'SMS' &&
      Purpose === 'Marketing' &&
      !listMergeFieldNamesInText(Body, 'text').includes('UnsubscribeLink')
    )
      throw refusals.noWayOut({ Language, Name: 'UnsubscribeLink' })
  }
}
