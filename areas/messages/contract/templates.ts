import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  Flag,
  filterText,
  Id,
  Instant,
  longText,
  optionalField,
  text,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// A contact template is the text of an e-mail or SMS, with one version per language of customers.

export const ContactType = z.enum(['Email', 'SMS'])
export type ContactType = z.infer<typeof ContactType>

/** The languages of messages. Malay is available for messages only, not for the user interface. */
export const TemplateLanguage = z.enum(['en', 'zh', 'fr', 'ja', 'ms'])
export type TemplateLanguage = z.infer<typeof TemplateLanguage>

/** Service messages concern an action or reward of the customer. Marketing needs consent, and has hours and a frequency cap. */
export const Purpose = z.enum(['Service', 'Marketing'])
export type Purpose = z.infer<typeof Purpose>

/** An active template with an event is sent automatically when the event occurs. */
export const TemplateStatus = z.enum(['Draft', 'Active', 'Inactive', 'Deleted'])
export type TemplateStatus = z.infer<typeof TemplateStatus>

/** The events that send a message. A template without an event is sent by hand or by a campaign. */
export const MessageEvent = z.enum([
  'MEMBER-JOINED',
  'REWARD-REDEEMED',
  'REWARD-ISSUED',
  'REWARD-CLAIMED',
  'REWARD-COLLECTED',
  'REWARD-CANCELLED',
  'REWARD-EXPIRED',
  'REWARD-EXPIRING',
  'POINTS-EXPIRING',
  'FEEDBACK-INVITED',
])
export type MessageEvent = z.infer<typeof MessageEvent>

/** The events about one customer reward. A template for these events can be limited to one reward. */
export const rewardEvents: readonly MessageEvent[] = MessageEvent.options.filter((event) => event.startsWith('REWARD-'))

/** Returns the purpose of a message by its event: invitations are marketing, confirmations are service messages. */
export const purposeOfEvent = (event: MessageEvent | null | undefined): Purpose =>
  event && !['REWARD-ISSUED', 'REWARD-EXPIRING', 'POINTS-EXPIRING', 'FEEDBACK-INVITED'].includes(event)
    ? 'Service'
    : 'Marketing'

export const SUBJECT_LENGTH_MAX = 200
export const BODY_LENGTH_MAX = 50_000
/** The maximum length of an SMS, which is ten SMS parts. */
export const SMS_LENGTH_MAX = 1_530

export const templateRefusals = {
  notFound: refusal(404, 'messages.template_not_found', 'Record not found'),
  deleted: refusal(409, 'messages.template_deleted', 'The contact template is deleted'),
  notDeleted: refusal(409, 'messages.template_not_deleted', 'Only a deleted contact template can be restored'),
  undoOver: refusal(409, 'messages.undo_over', 'A delete can be undone within 30 seconds only'),
  nameTaken: refusal(409, 'messages.name_taken', 'There is already a contact template with the name {Name}'),
  activeTaken: refusal(
    409,
    'messages.active_taken',
    'Another contact template is already active for {ReferenceCode} by {ContactType}',
  ),
  noReward: refusal(409, 'messages.no_reward', 'There is no event and no reward with the code {ReferenceCode}'),
  needsEvent: refusal(409, 'messages.needs_event', 'Say what has to happen to the reward {ReferenceCode}'),
  ofCampaign: refusal(409, 'messages.of_campaign', 'A template of a campaign belongs to no event and no reward'),
  unknownName: refusal(409, 'messages.unknown_name', 'Unknown field in the text ({Language}): {Name}'),
  notLiquid: refusal(409, 'messages.not_liquid', 'The text cannot be read ({Language}): {reason}'),
  takesTooLong: refusal(
    409,
    'messages.takes_too_long',
    'The text takes too long to prepare ({Language}). Use fewer paragraphs, links and fields',
  ),
  noText: refusal(409, 'messages.no_text', 'The text in the default language is missing ({Language})'),
  noSubject: refusal(409, 'messages.no_subject', 'The subject is missing ({Language})'),
  languageTwice: refusal(409, 'messages.language_twice', 'Each language can be there once ({Language})'),
  smsTooLong: refusal(409, 'messages.sms_too_long', 'An SMS has at most {Most} characters ({Language})'),
  noWayOut: refusal(
    409,
    'messages.no_way_out',
    'A marketing SMS has to name the unsubscribe link ({Language}): {Name}',
  ),
}

/** The text of a template in one language. E-mail bodies are HTML, SMS bodies plain text; both can contain Liquid. */
export const TemplateText = z.strictObject({
  Language: TemplateLanguage,
  /** E-mail only; can contain Liquid. */
  Subject: optionalField(text(SUBJECT_LENGTH_MAX)),
  Body: longText(BODY_LENGTH_MAX),
})
export type TemplateText = z.infer<typeof TemplateText>

const Texts = z.array(TemplateText).max(TemplateLanguage.options.length)

export const ContactTemplate = z.strictObject({
  TemplateId: Id,
  Name: z.string(),
  ContactType,
  /** The purpose, which the event determines. */
  Purpose,
  /** The event that sends the template; null if it is sent by hand or by a campaign. */
  Event: MessageEvent.nullable(),
  /** Code of the event, or of the only reward that the template is for; null without an event. */
  ReferenceCode: z.string().nullable(),
  isCampaign: YN,
  /** Sanitized, in the order of the languages. */
  Texts: z.array(z.strictObject({ Language: TemplateLanguage, Subject: z.string().nullable(), Body: z.string() })),
  /** Merge fields used in the texts. */
  Names: z.array(z.string()),
  Status: TemplateStatus,
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type ContactTemplate = z.infer<typeof ContactTemplate>

const fields = {
  Name: text(100),
  Event: optionalField(MessageEvent),
  /** The code of an event, which also sets `Event`, or the code of a reward, which requires `Event`. */
  ReferenceCode: optionalField(codeText(40)),
  Texts,
  Status: z.enum(['Draft', 'Active', 'Inactive']),
} as const

const role = 'Contact Templates'
const about = ['contact template'] as const
const byId = z.strictObject({ TemplateId: Id })
const path = '/reward/contact-templates'
// Head office edits templates, and all outlets read them.
const template = row('contact template', 'TemplateId', 'everyone')
const changing = { access: { role }, scope: unnamedRows('HQ', template), about } as const

export const listTemplates = read({
  path: `${path}/find-all`,
  access: { role },
  scope: unnamedRows('shared'),
  about,
  summary: 'Lists contact templates; deleted templates only with the status Deleted',
  body: pageQuery(
    {
      Name: filterText,
      ContactType,
      Event: MessageEvent,
      ReferenceCode: filterText,
      Purpose,
      Language: TemplateLanguage,
      Status: TemplateStatus,
    },
    { rows: 10, sort: ['Name', 'ContactType', 'ReferenceCode', 'Status', 'UpdatedAt', 'CreatedAt'] },
  ).extend({ isCampaign: optionalField(Flag) }),
  reply: pageReply(ContactTemplate),
})

export const getTemplate = read({
  path: `${path}/find-one`,
  access: { role },
  scope: unnamedRows('shared', template),
  about,
  summary: 'Returns one contact template',
  body: byId,
  reply: ContactTemplate,
})

export const addTemplate = change({
  path: `${path}/add`,
  access: { role },
  scope: unnamedRows('HQ'),
  about,
  summary: 'Creates a contact template; sanitizes its HTML and rejects unknown merge fields',
  status: 201,
  body: z.strictObject({
    ...fields,
    ContactType: ContactType.default('Email'),
    isCampaign: Flag.default('N'),
    Texts: Texts.default([]),
    Status: fields.Status.default('Draft'),
  }),
  reply: ContactTemplate,
})

export const updateTemplate = change({
  ...changing,
  path: `${path}/update`,
  summary: 'Changes the fields that are sent; Texts replaces all languages. A stale Version is rejected',
  ignored: ignoreFields('It stays as the template was added', 'ContactType', 'isCampaign'),
  body: z.strictObject(fields).partial().extend({ TemplateId: Id, Version: Version.optional() }),
  reply: ContactTemplate,
})

export const deleteTemplate = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Marks a contact template as Deleted; its messages stay in the contact log',
  body: byId,
  reply: ContactTemplate,
})

export const restoreTemplate = change({
  ...changing,
  path: `${path}/restore`,
  summary: 'Undoes a delete within 30 seconds',
  body: byId,
  reply: ContactTemplate,
})

/** A merge field: `{{ FullName }}`. */
export const MergeName = z.strictObject({
  Name: z.string(),
  /** Label of a custom field; null for other fields, whose labels the client translates. */
  Title: z.string().nullable(),
  /** Format of the value: points get separators, dates and amounts follow the customer's language, lists are for loops. */
  Kind: z.enum(['text', 'number', 'points', 'date', 'money', 'link', 'list']),
  /** The area that contributes the field; the editor groups fields by area. */
  Group: z.string(),
  /** English description; the client shows translated labels instead. */
  About: z.string(),
  /** Y: every customer has a value. Others need `| default: "…"` or an `if` around them. */
  AlwaysYN: YN,
  /** Events that have a value for the field; empty if all events and messages by hand have one. */
  Events: z.array(MessageEvent),
  /** For lists: the fields of each row, used as `{{ item.RewardName }}`. */
  Fields: z.array(z.string()),
})
export type MergeName = z.infer<typeof MergeName>

export const getTemplateOptions = read({
  path: `${path}/options`,
  access: { role },
  scope: unnamedRows('shared'),
  about,
  summary:
    'Returns the options of the editor: merge fields, Liquid filters, events with their purpose, languages and the default language',
  body: z.strictObject({}),
  reply: z.strictObject({
    Names: z.array(MergeName),
    /** Liquid filters: `{{ PreferredName | default: FullName }}`. */
    Filters: z.array(z.string()),
    Events: z.array(z.strictObject({ Event: MessageEvent, Purpose, OfRewardYN: YN })),
    Languages: z.array(TemplateLanguage),
    DefaultLanguage: TemplateLanguage,
  }),
})
