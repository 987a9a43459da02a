import { z } from 'zod'
import { actingOutlet, actsAt } from '#kit/contract/acting-outlet.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, optionalField, text, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

export const ConsentChannel = z.enum(['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])
export type ConsentChannel = z.infer<typeof ConsentChannel>

/** The languages of consent wordings. */
export const WordingLanguage = z.enum(['en', 'zh', 'fr', 'ja'])
export type WordingLanguage = z.infer<typeof WordingLanguage>

/** The way in which the customer gave or withdrew the consent. */
export const ConsentSource = z.enum(['Counter', 'Paper form', 'Phone', 'E-mail', 'Self-service', 'Import'])

/** A consent or its withdrawal. */
export const ConsentDecision = z.strictObject({
  Channel: ConsentChannel,
  GrantedYN: YN,
  Source: ConsentSource.default('Counter'),
  /** The wording that the customer saw; the current one by default. */
  WordingVersion: optionalField(text(20)),
  /** The language in which the customer read or heard the wording, if known. */
  WordingLanguage: optionalField(WordingLanguage),
})
export type ConsentDecision = z.output<typeof ConsentDecision>

export const Consent = z.strictObject({
  ConsentId: Id,
  CustomerId: Id,
  Channel: ConsentChannel,
  GrantedYN: YN,
  WordingVersion: z.string(),
  /** The language in which the customer read the wording; null if unknown, and for older records. */
  WordingLanguage: WordingLanguage.nullable(),
  /** The wording of that version for this channel, by language; null if no text is stored for the channel. */
  Wording: z.partialRecord(WordingLanguage, z.string()).nullable(),
  Source: z.string(),
  OutletCode: z.string().nullable(),
  RecordedByName: z.string().nullable(),
  RecordedAt: Instant,
})
export type Consent = z.infer<typeof Consent>

const role = 'Customer'

export const addConsent = change({
  path: '/customer/consents/add',
  access: { role: ['Customer', 'Update Member Listing'], system: 'members:write' },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['consent', 'customer'],
  summary: 'Records a consent or its withdrawal; earlier rows stay as they are',
  status: 201,
  outlet: actsAt('OutletCode'),
  body: ConsentDecision.extend({ CustomerId: Id, OutletCode: actingOutlet }),
  reply: Consent,
})

export const listConsents = read({
  path: '/customer/consents/find-all',
  access: { role },
  scope: namedRows(row('customer', 'Search.CustomerId', 'looked up')),
  about: ['consent'],
  summary: 'Lists the consents of a customer, newest first; LatestYN Y returns the latest per channel',
  body: pageQuery(
    { CustomerId: Id, Channel: ConsentChannel, LatestYN: YN },
    { rows: 20, sort: ['RecordedAt'], direction: 'DESC' },
  ).refine(({ Search }) => Search.CustomerId !== undefined, { path: ['Search', 'CustomerId'], message: 'Required' }),
  reply: pageReply(Consent),
})
