import { z } from 'zod'
import { ContactType } from '#areas/messages/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { code, Id, Instant, optional, PersonName, Points, salesTotal, text } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { listRoles } from './campaigns.ts'
import { ContactChannel, HandResult, Target } from './targets.ts'

// WRITING TO A TARGET LIST, what was done about each customer on it, and what the campaign sold.

/** Running: it writes, within the hours for messages. Paused: by hand. Cancelled: anyone who still waited is not written to. */
export const SendStatus = z.enum(['Running', 'Paused', 'Completed', 'Cancelled'])
export type SendStatus = z.infer<typeof SendStatus>

/** Those without a contact in this campaign, or everybody on the list once more. */
export const SendTo = z.enum(['Not contacted', 'Whole list'])

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
  nobody: refusal(409, 'campaigns.send_nobody', 'No customers are left on the list to write to'),
  ended: refusal(409, 'campaigns.send_ended', 'This send has ended. Status: {Status}'),
}

export const Send = z.strictObject({
  SendId: Id,
  CampaignCode: z.string(),
  TemplateId: Id,
  TemplateName: z.string(),
  ContactType,
  Status: SendStatus,
  /** Running, and yet nothing is written: the campaign or the template is not active now, it is not the hour, or nobody takes messages. */
  WaitsFor: z.enum(['Campaign', 'Contact template', 'Hours', 'Outbox']).nullable(),
  Targets: z.int(),
  /** With whom it is through. */
  Done: z.int(),
  Written: z.int(),
  HeldBack: z.int(),
  /** In the control group: judged like the others, and not written to. */
  Control: z.int(),
  StartedAt: Instant,
  StartedByName: PersonName.nullable(),
  EndedAt: Instant.nullable(),
})
export type Send = z.infer<typeof Send>

const role = 'Campaign'
const path = '/campaign/sends'

export const listSends = read({
  path: `${path}/find-all`,
  access: { role },
  scope: noRow('HQ', row('campaign', 'Search.CampaignCode', 'everyone')),
  about: ['campaign send', 'campaign target'],
  summary: 'What was sent to target lists, and how far it is',
  body: pageQuery({ CampaignCode: code(20) }, { rows: 10, sort: ['SendId'], direction: 'DESC' }),
  reply: pageOf(Send),
})

export const addSend = change({
  path: `${path}/add`,
  access: { role },
  scope: noRow('HQ', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign send', 'campaign target', 'campaign'],
  summary:
    'Begins to write to the customers who are on the target list now, in the background; consent is asked for at the moment of writing',
  status: 201,
  idempotent: true,
  body: z.strictObject({ CampaignCode: code(20), TemplateId: Id, SendTo: SendTo.default('Not contacted') }),
  reply: Send,
})

export const updateSend = change({
  path: `${path}/update`,
  access: { role },
  scope: noRow('HQ', row('campaign send', 'SendId', 'everyone')),
  about: ['campaign send', 'campaign target'],
  summary: 'Pauses a send, lets it go on, or stops it for good',
  body: z.strictObject({ SendId: Id, Status: z.enum(['Running', 'Paused', 'Cancelled']) }),
  reply: Send,
})

export const Contact = z.strictObject({
  ContactId: Id,
  TargetListId: Id,
  Channel: ContactChannel,
  /** Of a message what the contact log says of it now; else why it was held back, or what came of it. */
  Result: z.string(),
  Remark: z.string().nullable(),
  ContactedAt: Instant,
  ContactedByName: PersonName.nullable(),
})
export type Contact = z.infer<typeof Contact>

const named = rows(row('campaign target', 'TargetListId', 'looked up'))

export const listContacts = read({
  path: '/campaign/target-lists/contacts/find-all',
  access: { role: listRoles },
  scope: named,
  about: ['campaign target'],
  summary: 'What was done about one customer of a target list, the latest first',
  body: pageQuery({}, { rows: 20, sort: ['ContactId'], direction: 'DESC' }).extend({ TargetListId: Id }),
  reply: pageOf(Contact),
})

export const addContact = change({
  path: '/campaign/target-lists/contact',
  access: { role: listRoles },
  scope: named,
  about: ['campaign target'],
  summary: 'Notes that a customer of a target list was contacted by hand, and what came of it',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    TargetListId: Id,
    Channel: ContactChannel.default('Call'),
    Result: HandResult,
    Remark: optional(text(300)),
  }),
  reply: Target,
})

const Group = z.strictObject({
  Customers: z.int(),
  /** Bought in the time of the campaign, after they were contacted or would have been. */
  Converted: z.int(),
  /** In percent, to a hundredth. */
  Rate: z.number(),
  /** The first purchase of each, less what was returned of it. */
  Sales: salesTotal(),
})
export type OutcomeGroup = z.infer<typeof Group>

export const getOutcome = read({
  path: '/campaign/campaigns/outcome',
  access: { role },
  scope: noRow('HQ', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign', 'campaign target'],
  summary:
    'What a campaign sold: targeted, contacted, converted, and the difference to its control group with what chance may account for',
  body: z.strictObject({ CampaignCode: code(20) }),
  reply: z.strictObject({
    Targeted: z.int(),
    /** On the list, and held back whenever they were to be written to. */
    HeldBack: z.int(),
    Excluded: z.int(),
    Contacted: Group,
    /** Of the control group those who could have been written to. */
    Control: Group,
    /** What it cost, in points. */
    SpentPoints: Points,
    /** The difference of the two rates in percentage points, and the bounds between which it lies in 95 of 100 such campaigns. */
    Lift: z.strictObject({ Difference: z.number(), From: z.number(), Until: z.number() }).nullable(),
  }),
})
export type Outcome = z.output<typeof getOutcome.reply>
