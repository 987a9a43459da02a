import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, longText, optionalField, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { ConsentChannel, WordingLanguage } from './consents.ts'

// The consent wordings are the exact texts that customers consent to. A published version never changes.

type InLanguages = Readonly<Partial<Record<WordingLanguage, string>>>

/** Returns the language in which a wording is displayed: the reader's language, else English, else the first available. */
export const chooseDisplayedLanguage = (texts: InLanguages, language: WordingLanguage): WordingLanguage =>
  [language, 'en' as const, ...WordingLanguage.options].find((available) => texts[available] !== undefined) ?? language

/** Returns the wording in the reader's language, or in the fallback of `chooseDisplayedLanguage`. */
export const chooseDisplayedText = (texts: InLanguages, language: WordingLanguage): string =>
  texts[chooseDisplayedLanguage(texts, language)] ?? ''

/** A page opened before a new version may still submit the previous wording within this time. */
export const PREVIOUS_WORDING_VALID_HOURS = 24

/** A channel's wording in each language. */
const Texts = z.partialRecord(WordingLanguage, longText(500))

/** A wording for every channel. */
const wordings = Object.fromEntries(ConsentChannel.options.map((channel) => [channel, Texts])) as Record<
  ConsentChannel,
  typeof Texts
>

export const wordingRefusals = {
  notFound: refusal(404, 'customers.wording_not_found', 'This wording was never published'),
  changed: refusal(
    409,
    'customers.wording_changed',
    'The wording of the consents has changed. Read the present one and agree again',
  ),
  stale: refusal(
    409,
    'customers.wording_stale',
    'Another user has published wording {Code} in the meantime. Look at it and begin from there',
  ),
  incomplete: refusal(400, 'customers.wording_incomplete', 'A wording is missing: {Channel}, {Language}'),
  same: refusal(409, 'customers.wording_same', 'Nothing differs from the present wording'),
}

export const WordingVersion = z.strictObject({
  VersionId: Id,
  Version: z.string(),
  PresentYN: z.enum(['Y', 'N']),
  PublishedAt: Instant,
  /** The user who published the version; null for the wording that ships with the program. */
  PublishedBy: z.string().nullable(),
  Remark: z.string().nullable(),
})
export type WordingVersion = z.infer<typeof WordingVersion>

export const Wording = WordingVersion.extend(wordings)
export type Wording = z.infer<typeof Wording>

const scope = unnamedRows('shared')
const about = ['consent wording']

export const listConsentWordings = read({
  path: '/customer/consent-wordings/find-all',
  access: { role: 'Settings' },
  scope,
  about,
  summary: 'Lists the published consent wordings, newest first',
  body: pageQuery({}, { rows: 20, sort: ['VersionId'], direction: 'DESC' }),
  reply: pageReply(WordingVersion),
})

export const getConsentWording = read({
  path: '/customer/consent-wordings/find-one',
  access: 'staff',
  scope,
  about,
  summary: 'Returns the consent texts by channel and language, of one version or the current one',
  body: z.strictObject({ Version: optionalField(text(20)) }),
  reply: Wording,
})

export const publishConsentWording = change({
  path: '/customer/consent-wordings/publish',
  access: { role: 'Settings', privilege: 'Manage Settings' },
  scope,
  about,
  summary: 'Publishes a wording for every channel in all languages of the company; it cannot be changed afterwards',
  status: 201,
  body: z.strictObject({
    /** The version that was edited. The call fails if another version has been published since. */
    BasedOn: text(20),
    ...wordings,
    Remark: optionalField(text(300)),
  }),
  reply: Wording,
})
