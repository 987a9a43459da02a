import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, filterText, Id, Instant, PersonName } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { ContactType, MessageEvent, Purpose, TemplateLanguage } from './templates.ts'

// The contact log has all messages to customers and their delivery results.

export const ContactResult = z.enum(['Queued', 'Sent', 'Delivered', 'Failed', 'Bounced', 'Opted out'])
export type ContactResult = z.infer<typeof ContactResult>

export const contactLogRefusals = {
  notFound: refusal(404, 'messages.contact_not_found', 'Record not found'),
  notFailed: refusal(409, 'messages.not_failed', 'Only a message that failed can be sent again. Result: {Result}'),
  neverLeft: refusal(409, 'messages.never_left', 'This message was suppressed and never sent'),
  unwanted: refusal(409, 'messages.unwanted', 'The customer no longer agrees to this'),
}

const Line = z.strictObject({
  MessageId: z.uuid(),
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  ContactType,
  Purpose,
  /** Masked: `a•••@mail.example`, `•••4567`. */
  Recipient: z.string().nullable(),
  TemplateId: Id,
  TemplateName: z.string(),
  TemplateVersion: z.int(),
  Event: MessageEvent.nullable(),
  /** Reference code of the customer reward that the message is about. */
  ReferenceCode: z.string().nullable(),
  Language: TemplateLanguage,
  Subject: z.string().nullable(),
  Result: ContactResult,
  /** Reason for a failed delivery, stated by Carat or by the provider. */
  Reason: z.string().nullable(),
  Attempts: z.int(),
  CreatedAt: Instant,
  /** Earliest time of sending: the start of the message hours, or the next retry. */
  DueAt: Instant.nullable(),
  SentAt: Instant.nullable(),
  ResultAt: Instant.nullable(),
  CreatedByName: PersonName.nullable(),
  /** Message id of the provider. */
  ProviderId: z.string().nullable(),
})
export const ContactLogLine = Line
export type ContactLogLine = z.infer<typeof Line>

export const ContactLogEntry = Line.extend({ Html: z.string().nullable(), Text: z.string().nullable() })
export type ContactLogEntry = z.infer<typeof ContactLogEntry>

const role = ['Contact Templates', 'Customer']
const about = ['contact log'] as const
const path = '/customer/contact-logs'

export const listContactLog = read({
  path: `${path}/find-all`,
  access: { role },
  scope: unnamedRows('own outlet', row('customer', 'Search.CustomerId', 'looked up')),
  about,
  summary: 'Lists messages to customers, the newest first: to one customer, or to all customers of the outlet',
  body: pageQuery(
    {
      CustomerId: Id,
      ContactType,
      Purpose,
      Result: ContactResult,
      TemplateId: Id,
      Event: MessageEvent,
      Name: filterText,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 10, sort: ['CreatedAt'], direction: 'DESC' },
  ),
  reply: pageReply(Line),
})

const byId = z.strictObject({ MessageId: z.uuid() })
const named = namedRows(row('contact log', 'MessageId', 'looked up'))

export const getContactLogEntry = read({
  path: `${path}/find-one`,
  access: { role },
  scope: named,
  about,
  summary: 'Returns one message with its full text',
  body: byId,
  reply: ContactLogEntry,
})

export const retryContactLogEntry = change({
  path: `${path}/retry`,
  access: { role: 'Contact Templates' },
  scope: named,
  about,
  summary: 'Retries a failed message with the same MessageId',
  body: byId,
  reply: ContactLogEntry,
})
