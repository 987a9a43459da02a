import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  membershipFilter,
  membershipNumber,
  optionalField,
  PersonName,
  salesTotalField,
  upperCaseFilter,
  upperCaseText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const LevelAction = z.enum(['Upgrade', 'Downgrade'])
export const LevelStatus = z.enum(['Pending', 'Approved', 'Rejected', 'Deleted'])

/** The reasons that staff can give for a change of level. The program sets all other reasons. */
export const StaffReason = z.enum(['Staff request', 'Correction', 'Cycle review'])
export const LevelReason = z.enum([
  'Qualified by spend',
  'Cycle review',
  'Sale cancelled',
  'Staff request',
  'Merge',
  'Correction',
])

/** The actions that each status of a change allows. Rejected and Deleted are final, and Approved once it is in effect. */
export const levelChangeActionsByStatus = {
  Pending: ['update', 'approve', 'reject', 'delete'],
  Approved: ['undo'],
  Rejected: [],
  Deleted: [],
} as const satisfies Record<z.infer<typeof LevelStatus>, readonly string[]>
export type LevelChangeAction = (typeof levelChangeActionsByStatus)['Pending' | 'Approved'][number]

export const isLevelChangeActionAllowed = (status: z.infer<typeof LevelStatus>, action: LevelChangeAction) =>
  (levelChangeActionsByStatus[status] as readonly LevelChangeAction[]).includes(action)

export const LevelHistory = z.strictObject({
  LevelHistoryId: Id,
  MembershipNo: z.string(),
  CustomerId: Id,
  Name: PersonName,
  RegisteredOutletCode: z.string(),
  Action: LevelAction,
  /** Null for non-premium members. */
  FromCategory: z.string().nullable(),
  ToCategory: z.string().nullable(),
  Reason: LevelReason,
  Remark: z.string().nullable(),
  /** Spend towards the change. Needs the privilege for sales totals, unless the call names the member or the change. */
  BasisAmount: salesTotalField({ visibleIfLookedUpBy: ['MembershipNo', 'LevelHistoryId'] }),
  /** The spend that the requested category requires. */
  RequiredAmount: Decimal.nullable(),
  /** Y: an upgrade without the required spend. */
  ExceptionYN: YN,
  BasisFrom: z.string().nullable(),
  BasisTo: z.string().nullable(),
  BasisInvoiceNo: z.string().nullable(),
  /** The cycle that begins with the change. */
  CycleStart: z.string().nullable(),
  CycleEnd: z.string().nullable(),
  EffectiveDate: z.string().nullable(),
  Status: LevelStatus,
  /** When the change was applied, or when it lapsed because the member had another category by then. */
  AppliedAt: Instant.nullable(),
  LapsedAt: Instant.nullable(),
  /** Null if the program created the change. */
  RequestedBy: PersonName.nullable(),
  RequestedAt: Instant,
  OutletCode: z.string().nullable(),
  DecidedBy: PersonName.nullable(),
  DecidedAt: Instant.nullable(),
  DecisionRemark: z.string().nullable(),
  Version,
  OwnYN: YN,
  /** Y if the caller may approve or reject the change now. */
  MayDecideYN: YN,
})
export type LevelHistory = z.infer<typeof LevelHistory>

export const levelChangeRefusals = {
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
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Requests an upgrade or downgrade of a premium member, which a second person approves or rejects',
  status: 201,
  idempotent: true,
  body: z
    .strictObject({
      MembershipNo: membershipNumber,
      Action: LevelAction,
      /** By default a cycle review uses the category into which the member falls. */
      ToCategory: upperCaseText(20).optional(),
      Reason: StaffReason.default('Staff request'),
      Remark: optionalField(longText(300)),
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
  scope: unnamedRows('own outlet'),
  about: ['level history'],
  summary: 'Lists changes of level of the members of your outlet (HQ: all), newest first',
  body: pageQuery(
    {
      MembershipNo: membershipFilter,
      FullName: filterText,
      Action: LevelAction,
      Status: LevelStatus,
      Reason: LevelReason,
      FromCategory: upperCaseFilter,
      ToCategory: upperCaseFilter,
      OutletCode: upperCaseFilter,
      RequestedFrom: DateOnly,
      RequestedTo: DateOnly,
    },
    { rows: 20, sort: ['RequestedAt', 'EffectiveDate', 'MembershipNo', 'LevelHistoryId'], direction: 'DESC' },
  ),
  reply: pageReply(LevelHistory),
})

export const getLevelHistory = read({
  path: '/member/level-histories/find-one',
  access: mayAsk,
  scope: namedRows(row('level history', 'LevelHistoryId', 'looked up')),
  summary: 'Returns one change of level',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelHistory,
})

const TierThen = z.strictObject({
  Name: PersonName,
  Color: z.string().nullable(),
  /** The point multiplier of the category; null if no level defines one. */
  PointMultiplier: z.string().nullable(),
})

export const LevelPreview = z.strictObject({
  LevelHistoryId: Id,
  /** Null for non-premium members. */
  From: TierThen.nullable(),
  To: TierThen.nullable(),
  CycleEnd: z.string().nullable(),
  /** The date from which an approval given today takes effect; null if it takes effect at once and cannot be undone. */
  CountsFrom: z.string().nullable(),
  CycleEndAfter: z.string().nullable(),
  /** Spend in the period considered, number of purchases, and the amount still missing. */
  Spent: Decimal,
  SpentFrom: z.string().nullable(),
  SpentTo: z.string().nullable(),
  Purchases: z.int().min(0),
  Required: Decimal.nullable(),
  Missing: Decimal.nullable(),
  /** Y: an upgrade without the required spend, for which the approver must give a reason. */
  ExceptionYN: YN,
  /** Earlier decisions about the same request, newest first. */
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
  scope: namedRows(row('level history', 'LevelHistoryId', 'looked up')),
  about: ['level history', 'membership', 'sale'],
  summary: 'Returns the effect of approving a change of level today, its basis, and earlier decisions about the same',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelPreview,
})

export const updateLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId',
  access: mayAsk,
  scope: namedRows(row('level history', 'LevelHistoryId', 'looked up')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Changes a Pending request; the caller becomes its requester',
  ignored: ignoreFields('They stay as they were requested', 'Action', 'MembershipNo'),
  body: z.strictObject({
    LevelHistoryId: Id,
    Version: Version.optional(),
    ToCategory: upperCaseText(20).optional(),
    Remark: optionalField(longText(300)),
  }),
  reply: LevelHistory,
})

export const approveLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId/approved',
  access: mayDecide,
  scope: namedRows(row('level history', 'LevelHistoryId', 'second person')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Approves a change of level, unless you requested it or the member’s category has changed',
  body: z.strictObject({ LevelHistoryId: Id, DecisionRemark: optionalField(longText(300)) }),
  reply: LevelHistory,
})

export const undoLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId/undo',
  access: mayDecide,
  scope: namedRows(row('level history', 'LevelHistoryId', 'second person')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Undoes your own approval of the last minute before it takes effect; the request is pending again',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelHistory,
})

export const rejectLevelHistory = change({
  method: 'PUT',
  path: '/member/level-histories/:LevelHistoryId/rejected',
  access: mayDecide,
  scope: namedRows(row('level history', 'LevelHistoryId', 'second person')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Rejects a change of level with a reason; after a cycle review the member begins another cycle',
  body: z.strictObject({ LevelHistoryId: Id, DecisionRemark: longText(300) }),
  reply: LevelHistory,
})

export const deleteLevelHistory = change({
  method: 'DELETE',
  path: '/member/level-histories/:LevelHistoryId',
  access: mayAsk,
  scope: namedRows(row('level history', 'LevelHistoryId', 'looked up')),
  about: ['level history', 'membership', 'approval'],
  summary: 'Marks a change of level as Deleted while it is Pending',
  body: z.strictObject({ LevelHistoryId: Id }),
  reply: LevelHistory,
})
