import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { text, YN } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'
import { ContactType, TemplateLanguage } from './templates.ts'

// WHAT COMES BACK FROM OUTSIDE: what a provider tells of a message, and what its reader says to it.

export const reportRefusals = {
  notSigned: refusal(403, 'messages.not_signed', 'The report is not signed by the gateway'),
  noSuchLink: refusal(404, 'messages.no_such_link', 'This link is not valid'),
}

/** A mail system, or a program that reads its mailbox, tells of an e-mail that came back. */
export const reportBounce = change({
  path: '/messages/bounces/add',
  access: { system: 'messages:bounces' },
  scope: noRow('shared'),
  about: ['contact log', 'consent'],
  summary: 'Notes that an e-mail came back, or that its reader complained; the same EventId twice is noted once',
  body: z.strictObject({
    EventId: text(100),
    /** The Message-ID of the e-mail, with or without its brackets. */
    MessageId: text(200),
    Kind: z.enum(['Hard', 'Soft', 'Complaint']),
    Detail: text(300).optional(),
  }),
  reply: z.strictObject({ Known: z.boolean() }),
})

/** The SMS gateway's form, signed as Twilio signs; `id` is our own number of the message. */
export const smsStatus = change({
  path: '/messages/sms/status',
  access: 'public',
  scope: noRow('shared'),
  about: ['contact log'],
  summary: 'What became of an SMS, as the gateway tells it',
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
  /** Whether marketing by this way has ended. */
  EndedYN: YN,
})
export type Unsubscribing = z.infer<typeof Unsubscribing>

const link = {
  path: '/unsubscribe/:Token',
  access: 'public',
  scope: noRow('nobody'),
  body: z.object({ Token: text(60) }),
  reply: Unsubscribing,
  file: { gives: ['text/html'] },
} as const

/** `/unsubscribe/{token}`, outside of the API: the link in messages. */
export const showUnsubscribe = read({
  ...link,
  method: 'GET',
  about: ['consent'],
  summary: 'The page behind the link of a message; looking at it changes nothing',
})
export const unsubscribe = change({
  ...link,
  about: ['consent', 'customer'],
  summary: 'Ends marketing by e-mail or SMS for the person who holds the link (RFC 8058)',
})
