import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { codeText, Id, Instant, text, YN } from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { campaignReadRoles } from './campaigns.ts'

// This part of the API adds the customers in rows of a list or report to a target list.
// The request names selected rows or all matching rows. Only rows that the caller may read are added.

/** Fields that identify a customer in a row. If a row has several of them, the first field is used. */
export const CUSTOMER_KEY_FIELDS = ['CustomerId', 'MembershipNo'] as const

export const ADDED_ROW_KEYS_MAX = 5000

export const targetRowsRefusals = {
  notFound: refusal(404, 'campaigns.addition_not_found', 'Record not found'),
  namesNoCustomers: refusal(400, 'campaigns.rows_without_customers', 'The rows of this list name no customers'),
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

export const RowsAddition = z.strictObject({
  AdditionId: Id,
  CampaignCode: z.string(),
  /** Title of the list or report as displayed on the screen. */
  Title: z.string(),
  Status: z.enum(['Queued', 'Running', 'Completed', 'Failed', 'Cancelled']),
  /** `RowsExpected` is the number of matching rows at the time of the request, `RowsDone` the number read so far. */
  RowsExpected: z.int(),
  RowsDone: z.int(),
  /** The number of customers added to the list; null until the addition is completed. */
  Added: z.int().nullable(),
  /** The number of customers who were on the list before. */
  Already: z.int().nullable(),
  /** The number of customers who were not added because they are excluded from the campaign. */
  Excluded: z.int().nullable(),
  /** The number of customers who were not added: from another outlet, or deleted, merged or archived. */
  Others: z.int().nullable(),
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
  CreatedAt: Instant,
  EndedAt: Instant.nullable(),
})
export type RowsAddition = z.infer<typeof RowsAddition>

const path = '/campaign/target-lists/add-rows'
const own = namedRows(row('target addition', 'AdditionId', 'own account'))
const one = z.strictObject({ AdditionId: Id })

export const addRowsToCampaign = change({
  path,
  access: { role: campaignReadRoles },
  scope: unnamedRows('own outlet', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign target', 'campaign'],
  summary:
    'Adds the customers in the rows of a list call to the target list of a campaign, or to its exclusions: few rows at once, many rows in the background',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CampaignCode: codeText(20),
    /** Path of the list endpoint. */
    Path: text(200),
    /** Title of the list as displayed on the screen. */
    Title: text(200),
    /** The body of the list request without Page and Rows. */
    Input: z.record(z.string(), z.unknown()).default({}),
    Scope: z.enum(['All', 'Selected']).default('All'),
    /** For the scope Selected: the field that identifies a row, and the values of this field in the selected rows. */
    KeyField: text(100).optional(),
    Keys: z.array(text(200)).max(ADDED_ROW_KEYS_MAX).optional(),
    /** Y excludes the customers from the campaign, even those already on the list. */
    ExcludeYN: YN.default('N'),
  }),
  reply: RowsAddition,
})

export const getRowsAdditionStatus = read({
  path: `${path}/status`,
  access: { role: campaignReadRoles },
  scope: own,
  about: ['campaign target'],
  summary: 'Returns the progress and the result of an addition of rows',
  body: one,
  reply: RowsAddition,
})

export const cancelRowsAddition = change({
  path: `${path}/cancel`,
  access: { role: campaignReadRoles },
  scope: own,
  about: ['campaign target'],
  summary: 'Cancels an addition of rows; none of its customers is added to the target list',
  body: one,
  reply: RowsAddition,
})
