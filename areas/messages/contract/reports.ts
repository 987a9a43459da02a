import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { text, YN } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { ContactType, TemplateLanguage } from './templates.ts'

// Reports from outside are delivery reports of providers, and recipients who unsubscribe.

export const bounceReportRefusals = {
  notSigned: refusal(403, 'messages.not_signed', 'The report is not signed by the gateway'),
  noSuchLink: refusal(404, 'messages.no_such_link', 'This link is not valid'),
}

/** Called by a mail system, or by a program that reads its mailbox, when an e-mail bounced. */
export const reportBounce = change({
  path: '/messages/bounces/add',
  access: { system: 'messages:bounces' },
  scope: unnamedRows('shared'),
  about: ['contact log', 'consent'],
  summary: 'Records a bounce or complaint of an e-mail; the same EventId is recorded once',
  body: z.strictObject({
    EventId: text(100),
    /** The Message-ID header of the e-mail, with or without brackets. */
    MessageId: text(200),
    Kind: z.enum(['Hard', 'Soft', 'Complaint']),
    Detail: text(300).optional(),
  }),
  reply: z.strictObject({ Known: z.boolean() }),
})

/** The call of the SMS gateway with a delivery report, signed in Twilio's format; `id` is our MessageId. */
export const smsStatus = change({
  path: '/messages/sms/status',
  access: 'public',
  scope: unnamedRows('shared'),
  about: ['contact log'],
  summary: 'Records the delivery status of an SMS reported by the gateway',
  body: z.strictObject({
    id: z.uuid(),
    MessageSid: text(100),
    MessageStatus: text(30),
    ErrorCode: text(10).optional(),
  }),
  reply: z.strictObject({}),
  file: { takes: 'form', fieldsIn: 'form' },
})

export const Unsubscribing = z.strictObject({
  ContactType,
  Language: TemplateLanguage,
  Company: z.string(),
  /** Y: the customer no longer receives marketing by this channel. */
  EndedYN: YN,
})
export type Unsubscribing = z.infer<typeof Unsubscribing>

const link = {
  path: '/unsubscribe/:Token',
  access: 'public',
  scope: unnamedRows('public'),
  body: z.object({ Token: text(60) }),
  reply: Unsubscribing,
  file: { gives: ['text/html'] },
} as const

/** The link in messages by which recipients unsubscribe: `/unsubscribe/{token}`, outside of the API path. */
export const showUnsubscribe = read({
  ...link,
  method: 'GET',
  about: ['consent'],
  summary: 'Shows the unsubscribe page of a message; opening it changes nothing',
})
export const unsubscribe = change({
  ...link,
  about: ['consent', 'customer'],
  summary: 'Withdraws the consent to marketing by e-mail or SMS of the customer in the link (RFC 8058)',
})
