import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { code, Id, Instant, text, YN } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { listRoles } from './campaigns.ts'

// ROWS OF ANY LIST OR REPORT come onto a target list: all that match, or those that were ticked, as the person who asks may read them.

/** The fields by which a row names a customer; the first that the rows of a list have counts. */
export const PERSON_FIELDS = ['CustomerId', 'MembershipNo'] as const

export const KEYS_MOST = 5000

export const rowsRefusals = {
  notFound: refusal(404, 'campaigns.addition_not_found', 'Record not found'),
  nobodyNamed: refusal(400, 'campaigns.rows_without_customers', 'The rows of this list name no customers'),
  noKeys: refusal(400, 'campaigns.rows_not_chosen', 'Choose the rows'),
  noSuchKey: refusal(400, 'campaigns.rows_no_such_key', 'The rows of this list do not have the field {Field}'),
  open: refusal(
    409,
    'campaigns.addition_open',
    'Rows that you sent to a campaign are still being added. Wait until they are there',
  ),
  notOpen: refusal(409, 'campaigns.addition_over', 'This has ended already. Status: {Status}'),
  stopped: refusal(503, 'campaigns.addition_stopped', 'This was stopped with the server. Try again'),
}

export const Addition = z.strictObject({
  AdditionId: Id,
  CampaignCode: z.string(),
  /** What the list or report is called on the screen. */
  Title: z.string(),
  Status: z.enum(['Queued', 'Running', 'Completed', 'Failed', 'Cancelled']),
  /** Rows that there were when it was asked for, and that were read until now. */
  RowsExpected: z.int(),
  RowsDone: z.int(),
  /** Customers; null until it is through. */
  Added: z.int().nullable(),
  /** Were on the list before. */
  Already: z.int().nullable(),
  /** Stayed off it, because they are excluded from the campaign. */
  Excluded: z.int().nullable(),
  /** Of another outlet, or no customers any more. */
  Others: z.int().nullable(),
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
  CreatedAt: Instant,
  EndedAt: Instant.nullable(),
})
export type Addition = z.infer<typeof Addition>

const path = '/campaign/target-lists/add-rows'
const own = rows(row('target addition', 'AdditionId', 'own account'))
const one = z.strictObject({ AdditionId: Id })

export const addRows = change({
  path,
  access: { role: listRoles },
  scope: noRow('own outlet', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign target', 'campaign'],
  summary:
    'Puts the customers in the rows of a list call on the target list of a campaign, or on its exclusions: at once where they are few, in the background where they are many',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CampaignCode: code(20),
    /** The list call, as its address says it. */
    Path: text(200),
    /** What the list is called on the screen. */
    Title: text(200),
    /** The body of the list call without Page and Rows. */
    Input: z.record(z.string(), z.unknown()).default({}),
    Scope: z.enum(['All', 'Selected']).default('All'),
    /** With the scope Selected: the field that names a row, and its values. */
    KeyField: text(100).optional(),
    Keys: z.array(text(200)).max(KEYS_MOST).optional(),
    /** Y: not to be contacted. Anyone who is on the list already is taken off it for that. */
    ExcludeYN: YN.default('N'),
  }),
  reply: Addition,
})

export const additionStatus = read({
  path: `${path}/status`,
  access: { role: listRoles },
  scope: own,
  about: ['campaign target'],
  summary: 'How far rows are that one sent to a campaign, and what came of them',
  body: one,
  reply: Addition,
})

export const cancelAddition = change({
  path: `${path}/cancel`,
  access: { role: listRoles },
  scope: own,
  about: ['campaign target'],
  summary: 'Stops rows on their way to a campaign; none of them comes onto its target list',
  body: one,
  reply: Addition,
})
