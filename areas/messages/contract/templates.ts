import { z } from 'zod'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import { code, Flag, filterText, Id, Instant, longText, optional, text, Version, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'

// WHAT IS WRITTEN TO CUSTOMERS: templates for e-mail and SMS, in the languages of customers side by side.

export const ContactType = z.enum(['Email', 'SMS'])
export type ContactType = z.infer<typeof ContactType>

/** Customers may also be written to in Malay; the pages themselves are not in it. */
export const TemplateLanguage = z.enum(['en', 'zh', 'fr', 'ja', 'ms'])
export type TemplateLanguage = z.infer<typeof TemplateLanguage>

/** Service: about what the customer did or holds. Marketing: waits for consent, the hours of the day and a cap. */
export const Purpose = z.enum(['Service', 'Marketing'])
export type Purpose = z.infer<typeof Purpose>

/** Draft until it is complete; Active ones are sent by themselves when their event happens. */
export const TemplateStatus = z.enum(['Draft', 'Active', 'Inactive', 'Deleted'])
export type TemplateStatus = z.infer<typeof TemplateStatus>

/** What a template may be written about; all others are sent by hand or by a campaign. */
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

/** Those about one reward that a member holds: they may be written for one reward alone. */
export const rewardEvents: readonly MessageEvent[] = MessageEvent.options.filter((one) => one.startsWith('REWARD-'))

/** What invites to something is marketing; what says what happened is service. */
export const purposeOf = (event: MessageEvent | null | undefined): Purpose =>
  event && !['REWARD-ISSUED', 'REWARD-EXPIRING', 'POINTS-EXPIRING', 'FEEDBACK-INVITED'].includes(event)
    ? 'Service'
    : 'Marketing'

export const SUBJECT_MAX = 200
export const BODY_MAX = 50_000
/** Ten parts of an SMS; what is longer is an e-mail. */
export const SMS_MAX = 1_530

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

/** One language of a template. Of an e-mail the body is HTML, of an SMS plain text; both may hold Liquid. */
export const TemplateText = z.strictObject({
  Language: TemplateLanguage,
  /** Of e-mails only; Liquid too. */
  Subject: optional(text(SUBJECT_MAX)),
  Body: longText(BODY_MAX),
})
export type TemplateText = z.infer<typeof TemplateText>

const Texts = z.array(TemplateText).max(TemplateLanguage.options.length)

export const ContactTemplate = z.strictObject({
  TemplateId: Id,
  Name: z.string(),
  ContactType,
  /** Follows from the event. */
  Purpose,
  /** What it is sent at; null: by hand, or by a campaign. */
  Event: MessageEvent.nullable(),
  /** The code of the event, or of the one reward that it is for; null where it belongs to none. */
  ReferenceCode: z.string().nullable(),
  isCampaign: YN,
  /** As they were cleaned on the server; in the order of the languages. */
  Texts: z.array(z.strictObject({ Language: TemplateLanguage, Subject: z.string().nullable(), Body: z.string() })),
  /** The names that the texts use. */
  Names: z.array(z.string()),
  Status: TemplateStatus,
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type ContactTemplate = z.infer<typeof ContactTemplate>

const fields = {
  Name: text(100),
  Event: optional(MessageEvent),
  /** An event's code alone is enough; with a reward's code `Event` says what happens to that reward. */
  ReferenceCode: optional(code(40)),
  Texts,
  Status: z.enum(['Draft', 'Active', 'Inactive']),
} as const

const role = 'Contact Templates'
const about = ['contact template'] as const
const byId = z.strictObject({ TemplateId: Id })
const path = '/reward/contact-templates'
// Templates are the company's: every outlet reads them, head office writes them.
const template = row('contact template', 'TemplateId', 'everyone')
const changing = { access: { role }, scope: noRow('HQ', template), about } as const

export const listTemplates = read({
  path: `${path}/find-all`,
  access: { role },
  scope: noRow('shared'),
  about,
  summary: 'Contact templates; deleted ones only when asked for',
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
  ).extend({ isCampaign: optional(Flag) }),
  reply: pageOf(ContactTemplate),
})

export const getTemplate = read({
  path: `${path}/find-one`,
  access: { role },
  scope: noRow('shared', template),
  about,
  summary: 'One contact template',
  body: byId,
  reply: ContactTemplate,
})

export const addTemplate = change({
  path: `${path}/add`,
  access: { role },
  scope: noRow('HQ'),
  about,
  summary: 'Creates a contact template; HTML is cleaned, and a field that does not exist is refused',
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
  summary: 'Changes the fields that are sent; Texts replaces all languages. A stale Version is refused',
  ignored: ignoring('It stays as the template was added', 'ContactType', 'isCampaign'),
  body: z.strictObject(fields).partial().extend({ TemplateId: Id, Version: Version.optional() }),
  reply: ContactTemplate,
})

export const deleteTemplate = change({
  ...changing,
  path: `${path}/delete`,
  summary: 'Marks a contact template as Deleted; what was sent with it stays in the contact log',
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

/** A name that texts may use: `{{ FullName }}`. */
export const MergeName = z.strictObject({
  Name: z.string(),
  /** What the company calls it, of a field of its own; null: pages have their words for it. */
  Title: z.string().nullable(),
  /** How a value is written: points with their separators, dates and amounts in the customer's language. List: for `for`. */
  Kind: z.enum(['text', 'number', 'points', 'date', 'money', 'link', 'list']),
  /** The area it comes from; names of one group stand together in a picker. */
  Group: z.string(),
  /** English; pages have their own words for it. */
  About: z.string(),
  /** Whether every customer has it. Any other needs `| default: "…"` or an `if` around it. */
  AlwaysYN: YN,
  /** Events at which it has a value; empty: at all, and by hand. */
  Events: z.array(MessageEvent),
  /** Of a list: the names of each of its rows, used as `{{ item.RewardName }}`. */
  Fields: z.array(z.string()),
})
export type MergeName = z.infer<typeof MergeName>

export const getTemplateOptions = read({
  path: `${path}/options`,
  access: { role },
  scope: noRow('shared'),
  about,
  summary: 'What an editor offers: names, filters of Liquid, events with their purpose, languages and the default one',
  body: z.strictObject({}),
  reply: z.strictObject({
    Names: z.array(MergeName),
    /** The filters that may stand behind a name: `{{ PreferredName | default: FullName }}`. */
    Filters: z.array(z.string()),
    Events: z.array(z.strictObject({ Event: MessageEvent, Purpose, OfRewardYN: YN })),
    Languages: z.array(TemplateLanguage),
    DefaultLanguage: TemplateLanguage,
  }),
})
