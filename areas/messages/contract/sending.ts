import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { codeText, Id, longText, optionalField, PersonName, text, YN } from '#kit/contract/fields.ts'
import { pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { MESSAGE_RECIPIENTS_MAX } from './customers-most.ts'
import {
  BODY_LENGTH_MAX,
  ContactType,
  MessageEvent,
  Purpose,
  SUBJECT_LENGTH_MAX,
  TemplateLanguage,
} from './templates.ts'

// Preview, test and sending of messages use the same renderer.

export const sendingRefusals = {
  /** The specification sets the text of this error. */
  noConfiguration: refusal(404, 'messages.no_configuration', 'No configuration found for this reward'),
  notActive: refusal(409, 'messages.not_active', 'Only an active template can be sent. Status: {Status}'),
  choose: refusal(400, 'messages.choose', 'Name the template, or the reward or event that it belongs to'),
  chooseCustomers: refusal(400, 'messages.choose_customers', 'Name the customers, or the reward that they hold'),
  noOwnAddress: refusal(
    409,
    'messages.no_own_address',
    'A test goes to you, and your staff record has no address for it: {ContactType}',
  ),
  otherCustomer: refusal(409, 'messages.other_customer', 'The reward {ReferenceCode} belongs to another customer'),
  tooManyTests: refusal(429, 'messages.too_many_tests', 'Too many tests. Wait a moment'),
}

/** Reason why a message is not sent; null if sending is possible. */
export const BlockingReason = z.enum([
  'No address',
  /** The address was entered on a public page and is not verified. */
  'Not proved',
  'No consent',
  'Frequency cap',
  'Missing values',
  'Not Active',
  'No text',
])
export type BlockingReason = z.infer<typeof BlockingReason>

export const SmsSegments = z.strictObject({
  /** GSM-7: 160 characters in a single part, 153 in each of several parts; UCS-2: 70 and 67. */
  Encoding: z.enum(['GSM-7', 'UCS-2']),
  /** In units of the encoding; a few characters of GSM-7 count twice. */
  Length: z.int(),
  Parts: z.int(),
  /** Free units in the last part. */
  Left: z.int(),
  /** The distinct characters that require UCS-2. */
  Unicode: z.array(z.string()),
})
export type SmsSegments = z.infer<typeof SmsSegments>

/** A text with its merge fields filled in. */
export const RenderedText = z.strictObject({
  Language: TemplateLanguage,
  Subject: z.string().nullable(),
  /** The complete e-mail as HTML, for a frame without scripts; null for an SMS. */
  Html: z.string().nullable(),
  /** The text of the SMS, or the plain text alternative of the e-mail. */
  Text: z.string(),
  /** Merge fields with neither a value nor a fallback; the message is not sent if this list has entries. */
  Missing: z.array(z.string()),
  /** Length of the SMS; null for an e-mail. */
  Segments: SmsSegments.nullable(),
})
export type RenderedText = z.infer<typeof RenderedText>

export const previewText = read({
  path: '/reward/contact-templates/preview',
  access: { role: 'Contact Templates' },
  scope: unnamedRows('shared', row('customer', 'CustomerId', 'looked up')),
  about: ['contact template', 'customer'],
  summary: 'Renders a text that need not be stored, with the values of a customer or with sample values',
  body: z.strictObject({
    ContactType,
    Event: optionalField(MessageEvent),
    Language: TemplateLanguage,
    Subject: optionalField(text(SUBJECT_LENGTH_MAX)),
    Body: longText(BODY_LENGTH_MAX),
    CustomerId: Id.optional(),
    /** Reference code of a customer reward, for merge fields of rewards. */
    RewardReferenceCode: optionalField(codeText(40)),
  }),
  reply: RenderedText.extend({ Names: z.array(z.string()) }),
})

export const SendOption = z.enum(['View Only', 'Send', 'Test'])
export type SendOption = z.infer<typeof SendOption>

export const CustomerMessage = RenderedText.extend({
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  TemplateId: Id,
  TemplateVersion: z.int(),
  ContactType,
  Purpose,
  /** The stored address of the customer; for a test, the address of the caller. */
  Recipient: z.string().nullable(),
  Blocked: BlockingReason.nullable(),
  /** Id in the contact log for Send and Test; null if the message was not sent. */
  MessageId: z.uuid().nullable(),
  /** Y: the message waits for the message hours. */
  WaitsYN: YN,
})
export type CustomerMessage = z.infer<typeof CustomerMessage>

export const findCustomerMessages = change({
  path: '/reward/contact-templates/customer/find-all',
  access: { role: ['Contact Templates', 'Customer', 'Claim Rewards', 'Redeem Rewards', 'Collect Rewards'] },
  scope: unnamedRows('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['contact log', 'customer'],
  summary:
    'Renders a template for customers, each in their language: the named ones, or those who have a reward. View Only returns the messages, Send sends them, Test sends the first one to the caller',
  idempotent: true,
  body: z.strictObject({
    TemplateId: Id.optional(),
    /** Code of an event or reward whose active template is used; an alternative to TemplateId. */
    ReferenceCode: optionalField(codeText(40)),
    /** The event of the reward named by `ReferenceCode`. Default: REWARD-ISSUED, otherwise any active template. */
    Event: optionalField(MessageEvent),
    ContactType: ContactType.default('Email'),
    /** Default: the customers who have the reward of the template or of `ReferenceCode`, neither claimed nor collected. */
    CustomerId: z.array(Id).min(1).max(MESSAGE_RECIPIENTS_MAX).optional(),
    /** Default: ten customers who have the reward, or all named customers. */
    Rows: z.int().min(1).max(MESSAGE_RECIPIENTS_MAX).optional(),
    Page: z.int().min(1).max(1_000_000).default(1),
    /** Reference code of a customer reward, for merge fields of rewards; allowed with one customer only. */
    RewardReferenceCode: optionalField(codeText(40)),
    /** Language of the message, instead of the customer's language. */
    Language: TemplateLanguage.optional(),
    Option: SendOption.default('View Only'),
  }),
  reply: pageReply(CustomerMessage).extend({
    /** 'Success Sending Email Notification' if a message was sent. */
    Message: z.string().nullable(),
  }),
})
