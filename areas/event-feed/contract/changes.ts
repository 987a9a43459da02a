import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { Id, InstantInput } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { CustomerRecord, MembershipRecord } from './member-records.ts'
import { LedgerRecord, LineRecord, RewardRecord, SaleRecord } from './sale-records.ts'

// Lists of complete records for programs that copy them.

export * from './member-records.ts'
export * from './sale-records.ts'

export const changeKinds = ['customers', 'memberships', 'sales', 'lines', 'ledger', 'rewards'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** The form of a key within a cursor. */
const keyForms = {
  customers: '\\d{1,18}',
  memberships: '[A-Z\\d]{1,20}',
  sales: '\\d{1,18}',
  lines: '\\d{1,18}-\\d{1,9}',
  ledger: '\\d{1,18}',
  rewards: '[A-Z\\d]{1,40}',
} as const satisfies Record<ChangeKind, string>

/** Epoch and position of the feed, and the kind; within a page of events also its last position; and the last key. */
const cursorOf = (kind: ChangeKind) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\da-f-]{36}_\\d{1,18}_${kind}(_(\\d{1,18})?_(${keyForms[kind]}))?$`),
      'Use a cursor from a reply',
    )

const list = <Record extends z.ZodType, Key extends z.ZodType>(
  kind: ChangeKind,
  scope: string,
  summary: string,
  record: Record,
  key: Key,
) =>
  read({
    method: 'GET',
    path: `/changes/${kind}`,
    // The second scope is the one that opens single records of the kind.
    access: { system: ['events:read', scope] },
    scope: unnamedRows('HQ'),
    about: [],
    summary,
    body: z
      .strictObject({
        /** The cursor of the previous reply; without it and without UpdatedSince, all records are read first. */
        after: cursorOf(kind).optional(),
        /** Begins with the records that changed at or after this time, instead of with all records. */
        UpdatedSince: InstantInput.optional(),
        /** The maximum number of records. */
        limit: z.coerce.number().int().min(1).max(1_000).default(100),
      })
      .refine(({ after, UpdatedSince }) => after === undefined || UpdatedSince === undefined, {
        path: ['UpdatedSince'],
        message: 'Send a cursor or a time, not both',
      }),
    reply: z.strictObject({
      /** The records in their present state. A record appears again whenever it changes. */
      Records: z.array(record),
      /** The keys of records that are deleted, erased or merged into another one; a copy removes them if it has them. */
      Deleted: z.array(key),
      /** The cursor for the next call, also if the page is empty. */
      Cursor: z.string(),
      /** True if the next call has more to read at once. */
      More: z.boolean(),
    }),
  })

export const listCustomerChanges = list(
  'customers',
  'members:read',
  'Returns customers with addresses and consents: all of them first, and then each one that changed',
  CustomerRecord,
  Id,
)

export const listMembershipChanges = list(
  'memberships',
  'members:read',
  'Returns memberships with their totals of points: all of them first, and then each one that changed',
  MembershipRecord,
  z.string(),
)

export const listSaleChanges = list(
  'sales',
  'sales:read',
  'Returns sales and cancellations: all of them first, and then each one that changed',
  SaleRecord,
  Id,
)

export const listLineChanges = list(
  'lines',
  'sales:read',
  'Returns lines of sales: all of them first, and then all lines of each sale that changed',
  LineRecord,
  Id,
)

export const listLedgerChanges = list(
  'ledger',
  'members:read',
  'Returns entries of the ledger: all of them first, and then each one that is new or was used',
  LedgerRecord,
  Id,
)

export const listRewardChanges = list(
  'rewards',
  'rewards:read',
  'Returns rewards of members: all of them first, and then each one that changed',
  RewardRecord,
  z.string(),
)
