import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, optional, text, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { row, rows } from '#kit/contract/scope.ts'

export const ConsentChannel = z.enum(['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])
export type ConsentChannel = z.infer<typeof ConsentChannel>

/** The languages in which the company words what customers agree to. */
export const WordingLanguage = z.enum(['en', 'zh', 'fr', 'ja'])
export type WordingLanguage = z.infer<typeof WordingLanguage>

/** How a customer said so. */
export const ConsentSource = z.enum(['Counter', 'Paper form', 'Phone', 'E-mail', 'Self-service', 'Import'])

/** What a customer agreed to, or no longer agrees to. */
export const ConsentGiven = z.strictObject({
  Channel: ConsentChannel,
  GrantedYN: YN,
  Source: ConsentSource.default('Counter'),
  /** The wording that was shown; the present one if left out. */
  WordingVersion: optional(text(20)),
  /** The language in which the customer read or heard it; left out where nobody knows. */
  WordingLanguage: optional(WordingLanguage),
})
export type ConsentGiven = z.output<typeof ConsentGiven>

export const Consent = z.strictObject({
  ConsentId: Id,
  CustomerId: Id,
  Channel: ConsentChannel,
  GrantedYN: YN,
  WordingVersion: z.string(),
  /** In which language it was read; null where nobody said so, and for what was recorded before that was kept. */
  WordingLanguage: WordingLanguage.nullable(),
  /** What that version says of this channel, by language; null where no text of it was kept. */
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
  access: { role: ['Customer', 'Update Member Listing'] },
  scope: rows(row('customer', 'CustomerId', 'looked up')),
  about: ['consent', 'customer'],
  summary: 'Records a consent or its withdrawal; earlier rows stay as they are',
  status: 201,
  body: ConsentGiven.extend({ CustomerId: Id }),
  reply: Consent,
})

export const listConsents = read({
  path: '/customer/consents/find-all',
  access: { role },
  scope: rows(row('customer', 'Search.CustomerId', 'looked up')),
  about: ['consent'],
  summary: 'What a customer agreed to, newest first; LatestYN Y leaves the latest word per channel',
  body: pageQuery(
    { CustomerId: Id, Channel: ConsentChannel, LatestYN: YN },
    { rows: 20, sort: ['RecordedAt'], direction: 'DESC' },
  ).refine(({ Search }) => Search.CustomerId !== undefined, { path: ['Search', 'CustomerId'], message: 'Required' }),
  reply: pageOf(Consent),
})
