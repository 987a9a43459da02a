import { z } from 'zod'
import { BlockingReason, ContactType } from '#areas/messages/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  Decimal,
  Id,
  Instant,
  optionalField,
  PersonName,
  Points,
  salesTotalField,
  text,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { campaignReadRoles } from './campaigns.ts'
import { CampaignTarget, ContactChannel, ManualResult } from './targets.ts'

// The contract of sends to a target list, contacts that staff record, and the outcome of a campaign.

/** A Running send writes messages within the message hours. A user can pause or cancel the send. */
export const SendStatus = z.enum(['Running', 'Paused', 'Completed', 'Cancelled'])
export type SendStatus = z.infer<typeof SendStatus>

/** The recipients of a send: customers not yet contacted in this campaign, or the whole list again. */
export const SendTo = z.enum(['Not contacted', 'Whole list'])
export type SendTo = z.infer<typeof SendTo>

export const sendRefusals = {
  notFound: refusal(404, 'campaigns.send_not_found', 'Record not found'),
  notRunning: refusal(409, 'campaigns.not_running', 'Only an active campaign is sent. Status: {Status}'),
  over: refusal(409, 'campaigns.send_over', 'The last day of the campaign has passed'),
  templateNotActive: refusal(409, 'campaigns.template_not_active', 'Only an active contact template can be sent'),
  ofEvent: refusal(
    409,
    'campaigns.template_of_event',
    'This contact template is sent by itself when its event happens',
  ),
  running: refusal(409, 'campaigns.send_running', 'The campaign is being sent. Wait for it, or stop it first'),
  noRecipients: refusal(409, 'campaigns.send_nobody', 'No customers are left on the list to write to'),
  changed: refusal(409, 'campaigns.send_changed', 'The campaign was changed after its review. Review it again'),
  ended: refusal(409, 'campaigns.send_ended', 'This send has ended. Status: {Status}'),
}

/** Cost of the messages for the company, according to the message cost settings. */
export const MessageCost = Decimal

export const CampaignSend = z.strictObject({
  SendId: Id,
  CampaignCode: z.string(),
  TemplateId: Id,
  TemplateName: z.string(),
  ContactType,
  Status: SendStatus,
  /**
   * The reason why a running send makes no progress; null if the send makes progress.
   * The campaign or template is not active, the message hours have not begun, or the outbox is full.
   */
  WaitsFor: z.enum(['Campaign', 'Contact template', 'Hours', 'Outbox']).nullable(),
  Targets: z.int(),
  /** Number of processed targets. */
  Done: z.int(),
  Written: z.int(),
  HeldBack: z.int(),
  /** Targets in the control group. The send evaluates whether they would get the message but sends none. */
  Control: z.int(),
  StartedAt: Instant,
  StartedByName: PersonName.nullable(),
  EndedAt: Instant.nullable(),
})
export type CampaignSend = z.infer<typeof CampaignSend>

const role = 'Campaign'
const path = '/campaign/sends'

export const listCampaignSends = read({
  path: `${path}/find-all`,
  access: { role },
  scope: unnamedRows('HQ', row('campaign', 'Search.CampaignCode', 'everyone')),
  about: ['campaign send', 'campaign target'],
  summary: 'Lists the sends to target lists with their progress',
  body: pageQuery({ CampaignCode: codeText(20) }, { rows: 10, sort: ['SendId'], direction: 'DESC' }),
  reply: pageReply(CampaignSend),
})

export const addCampaignSend = change({
  path: `${path}/add`,
  access: { role },
  scope: unnamedRows('HQ', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign send', 'campaign target', 'campaign'],
  summary:
    'Starts sending to the current target list in the background; consent is checked when each message is written',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CampaignCode: codeText(20),
    TemplateId: Id,
    SendTo: SendTo.default('Not contacted'),
    /** Y: the send activates a draft or paused campaign. */
    ActivateYN: YN.default('N'),
    /** The reviewed version of the campaign. The call fails if the campaign has changed since the review. */
    ReviewedVersion: Version.optional(),
  }),
  reply: CampaignSend,
})

export const previewCampaignSend = read({
  path: `${path}/preview`,
  access: { role },
  scope: unnamedRows('HQ', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign', 'campaign target', 'campaign send', 'customer'],
  summary:
    'Counts the recipients of a send and the suppressed customers by reason; values missing in a text only show when it is sent',
  body: z.strictObject({ CampaignCode: codeText(20), TemplateId: Id, SendTo: SendTo.default('Not contacted') }),
  reply: z.strictObject({
    /** Number of active customers on the target list. */
    Listed: z.int(),
    /** Number of listed customers who are left out because of an earlier contact. */
    Contacted: z.int(),
    /** Customers in the control group who would otherwise get the message. */
    Control: z.int(),
    Recipients: z.int(),
    /** The reasons for suppressed messages with their number of customers, the most frequent first. */
    Suppressed: z.array(z.strictObject({ Reason: BlockingReason, Customers: z.int() })),
    MessageCost,
  }),
})
export type SendPreview = z.output<typeof previewCampaignSend.reply>

export const updateCampaignSend = change({
  path: `${path}/update`,
  access: { role },
  scope: unnamedRows('HQ', row('campaign send', 'SendId', 'everyone')),
  about: ['campaign send', 'campaign target'],
  summary: 'Pauses, resumes or cancels a send',
  body: z.strictObject({ SendId: Id, Status: z.enum(['Running', 'Paused', 'Cancelled']) }),
  reply: CampaignSend,
})

export const CampaignContact = z.strictObject({
  ContactId: Id,
  TargetListId: Id,
  Channel: ContactChannel,
  /**
   * The result of the contact: for a sent message the current result in the contact log.
   * A suppressed message has the reason as result, a contact by staff the recorded result.
   */
  Result: z.string(),
  Remark: z.string().nullable(),
  ContactedAt: Instant,
  ContactedByName: PersonName.nullable(),
})
export type CampaignContact = z.infer<typeof CampaignContact>

const named = namedRows(row('campaign target', 'TargetListId', 'looked up'))

export const listCampaignContacts = read({
  path: '/campaign/target-lists/contacts/find-all',
  access: { role: campaignReadRoles },
  scope: named,
  about: ['campaign target'],
  summary: 'Lists the contacts of one target, the latest first',
  body: pageQuery({}, { rows: 20, sort: ['ContactId'], direction: 'DESC' }).extend({ TargetListId: Id }),
  reply: pageReply(CampaignContact),
})

export const addCampaignContact = change({
  path: '/campaign/target-lists/contact',
  access: { role: campaignReadRoles },
  scope: named,
  about: ['campaign target'],
  summary: 'Records that staff contacted a target by hand, with the result',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    TargetListId: Id,
    Channel: ContactChannel.default('Call'),
    Result: ManualResult,
    Remark: optionalField(text(300)),
  }),
  reply: CampaignTarget,
})

const Group = z.strictObject({
  Customers: z.int(),
  /** Customers with a purchase during the campaign after the contact (control group: after the omitted message). */
  Converted: z.int(),
  /** Percentage of converted customers, with two decimals. */
  Rate: z.number(),
  /** Total amount of the first purchase of each customer in the group, less returns. */
  Sales: salesTotalField(),
})
export type OutcomeGroup = z.infer<typeof Group>

/** Difference of the two rates in percentage points, with the bounds of its 95 % confidence interval. */
export const Lift = z.strictObject({ Difference: z.number(), From: z.number(), Until: z.number() }).nullable()

export const getCampaignOutcome = read({
  path: '/campaign/campaigns/outcome',
  access: { role },
  scope: unnamedRows('HQ', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign', 'campaign target'],
  summary:
    'Returns the outcome of a campaign: targeted, contacted and converted customers, and the lift over its control group with its confidence interval',
  body: z.strictObject({ CampaignCode: codeText(20) }),
  reply: z.strictObject({
    Targeted: z.int(),
    /** Customers on the list who have got no message, because every message to them was suppressed. */
    HeldBack: z.int(),
    Excluded: z.int(),
    Contacted: Group,
    /** Customers of the control group who would otherwise have got the message. */
    Control: Group,
    /** Points awarded by the campaign. */
    SpentPoints: Points,
    MessageCost,
    Lift,
    /** One entry per day since the first contact, with the customers of both groups who have purchased by then. */
    Days: z.array(z.strictObject({ Date: z.string().meta({ format: 'date' }), Contacted: z.int(), Control: z.int() })),
  }),
})
export type CampaignOutcome = z.output<typeof getCampaignOutcome.reply>
