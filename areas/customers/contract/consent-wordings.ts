import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, longText, optional, text } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'
import { ConsentChannel, WordingLanguage } from './consents.ts'

// What customers agree to, word for word: versions that never change once they are published.

type InLanguages = Readonly<Partial<Record<WordingLanguage, string>>>

/** The language in which a text is shown: the reader's; where it is missing, English, else the first there is. */
export const languageIn = (texts: InLanguages, language: WordingLanguage): WordingLanguage =>
  [language, 'en' as const, ...WordingLanguage.options].find((one) => texts[one] !== undefined) ?? language

/** A text as it is shown to who reads this language. */
export const textIn = (texts: InLanguages, language: WordingLanguage): string =>
  texts[languageIn(texts, language)] ?? ''

/** Who opened a page before a change may still send what it showed. */
export const EARLIER_WORDING_HOURS = 24

/** A channel's wording in each language. */
const Texts = z.partialRecord(WordingLanguage, longText(500))

/** A wording of every channel. */
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
  /** Null: it came with the program. */
  PublishedBy: z.string().nullable(),
  Remark: z.string().nullable(),
})
export type WordingVersion = z.infer<typeof WordingVersion>

export const Wording = WordingVersion.extend(wordings)
export type Wording = z.infer<typeof Wording>

const scope = noRow('shared')
const about = ['consent wording']

export const listWordings = read({
  path: '/customer/consent-wordings/find-all',
  access: { role: 'Settings' },
  scope,
  about,
  summary: 'The wordings of consents that were published, newest first',
  body: pageQuery({}, { rows: 20, sort: ['VersionId'], direction: 'DESC' }),
  reply: pageOf(WordingVersion),
})

export const getWording = read({
  path: '/customer/consent-wordings/find-one',
  access: 'staff',
  scope,
  about,
  summary: 'What customers agree to, by channel and language: of one version, or as it is at present',
  body: z.strictObject({ Version: optional(text(20)) }),
  reply: Wording,
})

export const publishWording = change({
  path: '/customer/consent-wordings/publish',
  access: { role: 'Settings', privilege: 'Manage Settings' },
  scope,
  about,
  summary: 'Publishes a wording of every channel in all languages of the company; it never changes from then on',
  status: 201,
  body: z.strictObject({
    /** The version that it was made from: if another is present by now, it is refused. */
    BasedOn: text(20),
    ...wordings,
    Remark: optional(text(300)),
  }),
  reply: Wording,
})
