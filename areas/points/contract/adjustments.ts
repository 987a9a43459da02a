import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  longText,
  membershipNumber,
  optionalField,
  PersonName,
  Points,
  PointsAmount,
  text,
  upperCaseFilter,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const adjustmentRefusals = {
  notFound: refusal(404, 'points.adjustment_not_found', 'Record not found'),
  used: refusal(409, 'points.adjustment_used', '{Points} points of this adjustment have been used'),
  deletedAlready: refusal(409, 'points.adjustment_deleted', 'This adjustment has already been deleted'),
  noSuchReason: refusal(409, 'points.no_such_reason', 'There is no reason code {ReasonCode}'),
  expired: refusal(409, 'points.adjustment_expired', 'The expiry date {ExpiryDate} has already passed'),
  memberSuspended: refusal(409, 'points.member_suspended', 'Member is suspended'),
  expiryOfOut: refusal(400, 'points.expiry_of_out', 'Deducted points have no expiry date'),
}

export const AdjustmentType = z.enum(['Adjust In', 'Adjust Out'])
export type AdjustmentType = z.infer<typeof AdjustmentType>

/** Adjustment in an approval request, as the approver sees it. */
export const NewAdjustment = z.strictObject({
  MembershipNo: membershipNumber,
  TransactionType: AdjustmentType,
  PointAmount: PointsAmount,
  ReasonCode: text(40),
  Remark: longText(300),
  InvoiceNo: optionalField(upperCaseText(40)),
  /** Last day on which added points can be used. Default: the expiry date of points earned today. */
  ExpiryDate: optionalField(DateOnly),
})
export type NewAdjustment = z.output<typeof NewAdjustment>

/** A manual ledger row, or a pending adjustment, which awaits approval and is in no balance yet. */
export const Adjustment = z.strictObject({
  /** Key of the adjustment, unique across ledger rows and pending adjustments. */
  EntryKey: z.string(),
  HistoryId: Id.nullable(),
  /** Id of the approval request of a pending adjustment; null for an adjustment in the ledger. */
  ApprovalId: Id.nullable(),
  SequenceNo: z.int().nullable(),
  MembershipNo: z.string(),
  FullName: PersonName,
  TransactionType: AdjustmentType,
  /** Number of points: a positive number adds points, a negative number deducts points. */
  Points,
  PointAmount: Points,
  PointReversed: Points,
  PointUtilized: Points,
  PointExpired: Points,
  BusinessDate: z.string().meta({ format: 'date' }),
  ExpiryDate: z.string().meta({ format: 'date' }).nullable(),
  InvoiceNo: z.string().nullable(),
  TransactionId: Id.nullable(),
  ObjectType: z.string(),
  ObjectValue: z.string(),
  ReasonCode: z.string().nullable(),
  Remark: z.string().nullable(),
  OutletCode: z.string().nullable(),
  StaffName: PersonName.nullable(),
  Status: z.enum(['Active', 'Pending approval', 'Reversed', 'Deleted']),
  CreatedAt: Instant,
})
export type Adjustment = z.infer<typeof Adjustment>

const access = { role: 'Point Adjustment' } as const
const HistoryId = z.strictObject({ HistoryId: Id })

export const addAdjustment = change({
  path: '/point/adjustments/add',
  access,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  about: ['adjustment', 'membership'],
  summary: 'Adds or deducts points manually; above your limit the adjustment awaits approval',
  idempotent: true,
  status: 201,
  ignored: ignoreFields(
    'The ledger determines it',
    'TransactionId',
    'SequenceNo',
    'PointReversed',
    'PointUtilized',
    'PointExpired',
    'ObjectType',
    'ObjectValue',
    'Status',
  ),
  body: NewAdjustment,
  reply: Adjustment,
})

export const previewAdjustment = read({
  path: '/point/adjustments/preview',
  access,
  scope: namedRows(row('membership', 'MembershipNo', 'looked up')),
  summary: 'Previews the balance after an adjustment, and whether it would need approval',
  body: NewAdjustment.pick({ MembershipNo: true, TransactionType: true, PointAmount: true }),
  reply: z.strictObject({
    MembershipNo: z.string(),
    FullName: PersonName,
    Before: Points,
    After: Points,
    /** Number of points by which the deduction exceeds the available points; 0 if there are enough. */
    Missing: Points,
    /** Default last day of added points; null if they never expire. */
    ExpiryDate: z.string().meta({ format: 'date' }).nullable(),
    Limit: Points,
    NeedsApprovalYN: YN,
  }),
})

export const listAdjustments = read({
  path: '/point/adjustments/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['adjustment', 'approval'],
  summary: 'Lists adjustments, pending ones first; outlets see their own',
  body: pageQuery(
    {
      MembershipNo: membershipNumber,
      InvoiceNo: upperCaseFilter,
      TransactionType: AdjustmentType,
      ReasonCode: filterText,
      Status: Adjustment.shape.Status,
      OutletCode: upperCaseFilter,
    },
    { rows: 20, sort: ['SequenceNo', 'BusinessDate', 'MembershipNo'], direction: 'DESC' },
  ).extend({
    TransactionStartDate: optionalField(DateOnly),
    TransactionEndDate: optionalField(DateOnly),
  }),
  reply: pageReply(Adjustment),
})

export const getAdjustment = read({
  path: '/point/adjustments/find-one',
  access,
  scope: namedRows(row('adjustment', 'HistoryId', 'own outlet')),
  summary: 'Returns one adjustment from the ledger',
  body: HistoryId,
  reply: Adjustment,
})

export const updateAdjustment = change({
  path: '/point/adjustments/update',
  access: { role: 'Point Adjustment', privilege: 'Adjust Points' },
  scope: namedRows(row('adjustment', 'HistoryId', 'own outlet')),
  about: ['adjustment', 'membership'],
  summary: 'Corrects the remark and the invoice of an adjustment; its points never change',
  ignored: {
    ...ignoreFields(
      'The ledger determines it',
      'TransactionId',
      'SequenceNo',
      'PointReversed',
      'PointUtilized',
      'PointExpired',
      'ObjectType',
      'ObjectValue',
      'Status',
    ),
    ...ignoreFields(
      'Ledger entries are never changed: reverse the adjustment and add another',
      'MembershipNo',
      'TransactionType',
      'PointAmount',
    ),
  },
  body: z.strictObject({
    HistoryId: Id,
    Remark: longText(300).optional(),
    InvoiceNo: optionalField(upperCaseText(40)),
  }),
  reply: Adjustment,
})

export const deleteAdjustment = change({
  path: '/point/adjustments/delete',
  access: { role: 'Point Adjustment', privilege: 'Adjust Points' },
  scope: namedRows(row('adjustment', 'HistoryId', 'own outlet')),
  about: ['adjustment', 'membership'],
  summary: 'Reverses an adjustment by a ledger row of its own; above your limit the reversal awaits approval',
  idempotent: true,
  body: z.strictObject({ HistoryId: Id, Remark: optionalField(longText(300)) }),
  /** Y in `PendingYN` means that the deletion awaits approval, so the adjustment is unchanged. */
  reply: Adjustment.extend({ PendingYN: YN }),
})
