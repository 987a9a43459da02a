import { z } from 'zod'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipFilter,
  membershipNumber,
  optional,
  PersonName,
  salesTotal,
  upperFilter,
  upperText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'

export const LevelAction = z.enum(['Upgrade', 'Downgrade'])
export const LevelStatus = z.enum(['Pending', 'Approved', 'Rejected', 'Deleted'])

/** What staff may give as the reason; the others are the program's own. */
export const AskedReason = z.enum(['Staff request', 'Correction', 'Cycle review'])
export const LevelReason = z.enum([
  'Qualified by spend',
  'Cycle review',
  'Sale cancelled',
  'Staff request',
  'Merge',
  'Correction',
])

/** What may be done with a change of level in which state. Rejected and Deleted are final, and Approved once it counts. */
export const levelMoves = {
  Pending: ['update', 'approve', 'reject', 'delete'],
  Approved: ['undo'],
  Rejected: [],
  Deleted: [],
} as const satisfies Record<z.infer<typeof LevelStatus>, readonly string[]>
export type LevelMove = (typeof levelMoves)['Pending' | 'Approved'][number]

export const mayMove = (status: z.infer<typeof LevelStatus>, move: LevelMove) =>
  (levelMoves[status] as readonly LevelMove[]).includes(move)

export const LevelHistory = z.strictObject({
  LevelHistoryId: Id,
  MembershipNo: z.string(),
  CustomerId: Id,
  Name: PersonName,
  RegisteredOutletCode: z.string(),
  Action: LevelAction,
  /** null: not premium. */
  FromCategory: z.string().nullable(),
  ToCategory: z.string().nullable(),
  Reason: LevelReason,
  Remark: z.string().nullable(),
  /** What was spent: a total in lists over members, and the member's own figure where the call names one. */
  BasisAmount: salesTotal({ butWhereNamed: ['MembershipNo', 'LevelHistoryId'] }),
  /** What was asked for. */
  RequiredAmount: Decimal.nullable(),
  /** An upgrade for less than what is required. */
  ExceptionYN: YN,
  BasisFrom: z.string().nullable(),
  BasisTo: z.string().nullable(),
  BasisInvoiceNo: z.string().nullable(),
  /** The cycle that begins with the change. */
  CycleStart: z.string().nullable(),
  CycleEnd: z.string().nullable(),
  EffectiveDate: z.string().nullable(),
  Status: LevelStatus,
  /** When the member really moved; or when it was due and the member was elsewhere by then. */
  AppliedAt: Instant.nullable(),
  LapsedAt: Instant.nullable(),
  /** null: nobody asked, the program did. */
  RequestedBy: PersonName.nullable(),
  RequestedAt: Instant,
  OutletCode: z.string().nullable(),
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  DecisionRemark: z.string().nullable(),
  Version,
  OwnYN: YN,
  /** Whether you may approve or reject it now. */
  MayDecideYN: YN,
})
export type LevelHistory = z.infer<typeof LevelHistory>

export const levelRefusals = {
  notFound: refusal(404, 'levels.not_found', 'Record not found'),
  memberNotFound: refusal(404, 'levels.member_not_found', 'Customer Membership Not Found'),
  otherOutlet: refusal(403, 'levels.other_outlet', 'You can only view the list of your own outlet'),
  ownRequest: refusal(403, 'levels.own_request', 'Another user must approve your own request'),
  notYours: refusal(403, 'levels.not_yours', 'Only the requester or an approver can change or delete it'),
  notPending: refusal(409, 'levels.not_pending', 'Only a pending level change can be changed. Status: {Status}'),
  pending: refusal(409, 'levels.pending', 'A level change of this member is pending approval'),
  notPremium: refusal(
    409,
    'levels.not_premium',
    'This member is not a premium member yet. Use Upgrade to Premium with an invoice',
  ),
  notActive: refusal(409, 'levels.not_active', 'Only an active membership can change its level. Status: {Status}'),
  categoryUnknown: refusal(
    409,
    'levels.category_unknown',
    'The card category does not exist, is not active or belongs to another card group',
  ),
  notHigher: refusal(409, 'levels.not_higher', '{ToCategory} is not above {FromCategory}'),
  notLower: refusal(409, 'levels.not_lower', '{ToCategory} is not below {FromCategory}'),
  fromChanged: refusal(
    409,
    'levels.from_changed',
    'The member is now in {Now}, no longer in {FromCategory}, so this cannot be approved',
  ),
  cycleRuns: refusal(409, 'levels.cycle_runs', 'The cycle of this member runs until {CycleEnd}'),
  maintained: refusal(409, 'levels.maintained', 'This member has spent enough to keep the category'),
  noneBelow: refusal(409, 'levels.none_below', 'This member keeps the category after a cycle, whatever the spend'),
  reasonRequired: refusal(
    409,
    'levels.reason_required',
    'The member has spent {Spent} of {Required}. An exception needs a reason',
  ),
  inEffect: refusal(409, 'levels.in_effect', 'The level change is already in effect and cannot be undone'),
  followed: refusal(
    409,
    'levels.followed',
    'Another level change of this member followed, so this one cannot be undone',
  ),
  reviewed: refusal(409, 'levels.reviewed', 'This cycle has already been reviewed'),
}

const mayAsk = { role: ['Customer', 'Member Category Approval'] } as const
const mayDecide = { role: 'Member Category Approval', privilege: 'Approve Level' } as const

export const addLevelHistory = change({
  path: '/member/level-histories/add',
  access: mayAsk,
  scope: rows(row('membership', 'MembershipNo', 'looked up')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Asks for an upgrade or downgrade of a premium member; it waits until somebody else approves or rejects it',
  status: 201,
  idempotent: true,
  body: z
    .strictObject({
      MembershipNo: membershipNumber,
      Action: LevelAction,
      /** Left out, a cycle review goes to the category into which the member falls. */
      ToCategory: upperText(20).optional(),
      Reason: AskedReason.default('Staff request'),
      Remark: optional(longText(300)),
    })
    .refine(({ Reason, ToCategory }) => Reason === 'Cycle review' || ToCategory !== undefined, {
      path: ['ToCategory'],
      message: 'Required',
    })
    .refine(({ Reason, Action }) => Reason !== 'Cycle review' || Action === 'Downgrade', {
      path: ['Action'],
      message: 'A review of a cycle leads downwards only',
    }),
  reply: LevelHistory,
})

export const listLevelHistories = read({
  path: '/member/level-histories/find-all',
  access: mayAsk,
  scope: noRow('own outlet'),
  about: ['level history'],
  summary: 'Changes of level of the members of your outlet (HQ: all), the newest first',
  body: pageQuery(
    {
      MembershipNo: membershipFilter,
      FullName: filterText,
      Action: LevelAction,
      Status: LevelStatus,
      Reason: LevelReason,
      FromCategory: upperFilter,
      ToCategory: upperFilter,
      OutletCode: upperFilter,
      RequestedFrom: DateOnly,
      RequestedTo: DateOnly,
    },
    { rows: 20, sort: ['RequestedAt', 'EffectiveDate', 'MembershipNo', 'LevelHistoryId'], direction: 'DESC' },
  ),
  reply: pageOf(LevelHistory),
})

export const getLevelHistory = read({
  path: '/member/level-histories/find-one',
  access: mayAsk,
  scope: rows(row('level history', 'LevelHistoryId', 'looked up')),
  summary: 'One change of level',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelHistory,
})

const TierThen = z.strictObject({
  Name: PersonName,
  Color: z.string().nullable(),
  /** What points are multiplied with in it; null where nothing says so. */
  PointMultiplier: z.string().nullable(),
})

export const LevelPreview = z.strictObject({
  LevelHistoryId: Id,
  /** null: not premium. */
  From: TierThen.nullable(),
  To: TierThen.nullable(),
  CycleEnd: z.string().nullable(),
  /** The later day from which an approval of today counts; until then it may be taken back for a minute. null: it counts at once. */
  CountsFrom: z.string().nullable(),
  CycleEndAfter: z.string().nullable(),
  /** Spent in the days that are looked at, by how many purchases, and how much of what is required is lacking. */
  Spent: Decimal,
  SpentFrom: z.string().nullable(),
  SpentTo: z.string().nullable(),
  Purchases: z.int().min(0),
  Required: Decimal.nullable(),
  Missing: Decimal.nullable(),
  /** An upgrade that was not earned: anyone who approves it says why. */
  ExceptionYN: YN,
  /** The decisions about earlier requests for the same, the latest first. */
  Before: z.array(
    z.strictObject({
      RequestedAt: Instant,
      Status: LevelStatus,
      DecidedBy: PersonName.nullable(),
      DecisionRemark: z.string().nullable(),
    }),
  ),
})
export type LevelPreview = z.infer<typeof LevelPreview>

export const previewLevelHistory = read({
  path: '/member/level-histories/preview',
  access: mayAsk,
  scope: rows(row('level history', 'LevelHistoryId', 'looked up')),
  about: ['level history', 'membership', 'sale'],
  summary: 'What approving a change of level today would do, what it rests on, and how the same was decided before',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelPreview,
})

export const updateLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId',
  access: mayAsk,
  scope: rows(row('level history', 'LevelHistoryId', 'looked up')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Changes what is asked for while it is Pending; anyone who does so becomes the one who asked',
  ignored: ignoring('They stay as they were requested', 'Action', 'MembershipNo'),
  body: z.strictObject({
    LevelHistoryId: Id,
    Version: Version.optional(),
    ToCategory: upperText(20).optional(),
    Remark: optional(longText(300)),
  }),
  reply: LevelHistory,
})

export const approveLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId/approved',
  access: mayDecide,
  scope: rows(row('level history', 'LevelHistoryId', 'second person')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Approves a change of level, unless you asked for it or the member has moved meanwhile',
  body: z.strictObject({ LevelHistoryId: Id, DecisionRemark: optional(longText(300)) }),
  reply: LevelHistory,
})

export const undoLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId/undo',
  access: mayDecide,
  scope: rows(row('level history', 'LevelHistoryId', 'second person')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Takes your own approval of the last minute back while the change does not count yet; it waits again',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelHistory,
})

export const rejectLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId/rejected',
  access: mayDecide,
  scope: rows(row('level history', 'LevelHistoryId', 'second person')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Turns a change of level down, with the reason; after a review the member begins a further cycle',
  body: z.strictObject({ LevelHistoryId: Id, DecisionRemark: longText(300) }),
  reply: LevelHistory,
})

export const deleteLevelHistory = change({
  method: 'DELETE',
  path: '/member/level-histories/:LevelHistoryId',
  access: mayAsk,
  scope: rows(row('level history', 'LevelHistoryId', 'looked up')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Marks a change of level as Deleted while it is Pending',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelHistory,
})
