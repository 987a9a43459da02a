import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { code, Id, longText, optional, PersonName, text, YN } from '#kit/contract/fields.ts'
import { pageOf } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { CUSTOMERS_MOST } from './customers-most.ts'
import { BODY_MAX, ContactType, MessageEvent, Purpose, SUBJECT_MAX, TemplateLanguage } from './templates.ts'

// WHAT A CUSTOMER WOULD GET, AND SENDING IT. Preview, test and sending are one renderer.

export const sendingRefusals = {
  /** The specification's sentence. */
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

/** Why a message is not sent; null: nothing stands against it. */
export const Blocked = z.enum([
  'No address',
  /** It was typed on a public page, and nobody has proved it since. */
  'Not proved',
  'No consent',
  'Frequency cap',
  'Missing values',
  'Not Active',
  'No text',
])
export type Blocked = z.infer<typeof Blocked>

export const Segments = z.strictObject({
  /** GSM-7: 160 characters in one part, 153 in each of several; anything else is UCS-2: 70, and 67. */
  Encoding: z.enum(['GSM-7', 'UCS-2']),
  /** As they are counted: a few characters of GSM-7 count twice. */
  Length: z.int(),
  Parts: z.int(),
  /** How many more fit into the last part. */
  Left: z.int(),
  /** The characters that make it UCS-2; each once. */
  Unicode: z.array(z.string()),
})
export type Segments = z.infer<typeof Segments>

/** A text with its names filled in. */
export const Rendered = z.strictObject({
  Language: TemplateLanguage,
  Subject: z.string().nullable(),
  /** The whole e-mail as HTML, to be shown in a frame without scripts; null for an SMS. */
  Html: z.string().nullable(),
  /** The SMS, or what stands beside the HTML for readers without it. */
  Text: z.string(),
  /** Names without a value and without a fallback: with any of them nothing is sent. */
  Missing: z.array(z.string()),
  /** Of an SMS. */
  Segments: Segments.nullable(),
})
export type Rendered = z.infer<typeof Rendered>

export const previewText = read({
  path: '/reward/contact-templates/preview',
  access: { role: 'Contact Templates' },
  scope: noRow('shared', row('customer', 'CustomerId', 'looked up')),
  about: ['contact template', 'customer'],
  summary: 'A text that need not be stored yet, with the values of a customer, or with samples where none is named',
  body: z.strictObject({
    ContactType,
    Event: optional(MessageEvent),
    Language: TemplateLanguage,
    Subject: optional(text(SUBJECT_MAX)),
    Body: longText(BODY_MAX),
    CustomerId: Id.optional(),
    /** A reward that the customer holds, for the names of rewards. */
    RewardReferenceCode: optional(code(40)),
  }),
  reply: Rendered.extend({ Names: z.array(z.string()) }),
})

export const SendOption = z.enum(['View Only', 'Send', 'Test'])
export type SendOption = z.infer<typeof SendOption>

export const CustomerMessage = Rendered.extend({
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  TemplateId: Id,
  TemplateVersion: z.int(),
  ContactType,
  Purpose,
  /** As it is stored of this customer; of a test one's own. */
  Recipient: z.string().nullable(),
  Blocked: Blocked.nullable(),
  /** Of Send and Test: its number in the contact log; null where it was not sent. */
  MessageId: z.uuid().nullable(),
  /** It waits for the hours in which marketing may be sent. */
  WaitsYN: YN,
})
export type CustomerMessage = z.infer<typeof CustomerMessage>

export const findCustomerMessages = change({
  path: '/reward/contact-templates/customer/find-all',
  access: { role: ['Contact Templates', 'Customer', 'Claim Rewards', 'Redeem Rewards', 'Collect Rewards'] },
  scope: noRow('own outlet', row('customer', 'CustomerId', 'looked up')),
  about: ['contact log', 'customer'],
  summary:
    'What customers would be sent, each in their language: those who are named, or who hold a reward. View Only shows it, Send sends it to them, Test sends the first one to the caller',
  idempotent: true,
  body: z.strictObject({
    TemplateId: Id.optional(),
    /** Instead of a template: the code of an event or a reward, whose active template is taken. */
    ReferenceCode: optional(code(40)),
    /** With a reward's code: what happens to the reward; without it that it is issued, else whichever is active. */
    Event: optional(MessageEvent),
    ContactType: ContactType.default('Email'),
    /** Left out: who holds the reward that the template or `ReferenceCode` names, and has not claimed or collected it. */
    CustomerId: z.array(Id).min(1).max(CUSTOMERS_MOST).optional(),
    /** Ten of those who hold the reward, or all customers that are named. */
    Rows: z.int().min(1).max(CUSTOMERS_MOST).optional(),
    Page: z.int().min(1).max(1_000_000).default(1),
    /** A reward that the customer holds, for the names of rewards; with one customer only. */
    RewardReferenceCode: optional(code(40)),
    /** Instead of the customer's own. */
    Language: TemplateLanguage.optional(),
    Option: SendOption.default('View Only'),
  }),
  reply: pageOf(CustomerMessage).extend({
    /** 'Success Sending Email Notification', where something was sent. */
    Message: z.string().nullable(),
  }),
})
