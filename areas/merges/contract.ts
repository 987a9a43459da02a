import { z } from 'zod'
import { mergeChoiceFields } from '#areas/customers/contract/customer-fields.ts'
import { CustomerStatus, MemberType } from '#areas/customers/contract/customers.ts'
import { ownCustomerScope } from '#areas/customers/contract/scope.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, longText, membershipNumber, PersonName, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

/** The number of days in which a merge can be undone. */
export const UNMERGE_DAYS_MAX = 30

/** The fields that users choose one by one in a merge. An identity includes its type, a phone its typed text. */
export const MergeField = z.enum(mergeChoiceFields)
export type MergeField = z.infer<typeof MergeField>

/** The party whose card category the survivor keeps. */
export const KeepTierOf = z.enum(['Higher', 'Survivor', 'Merged'])
export type KeepTierOf = z.infer<typeof KeepTierOf>

/** A message of this area, in English and as a text of the web application. */
export const MergeMessage = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type MergeMessage = z.infer<typeof MergeMessage>

export const Party = z.strictObject({
  CustomerId: Id,
  MembershipNo: z.string(),
  FullName: z.string(),
  Status: CustomerStatus,
  MemberType,
  /** The card category of the main membership. */
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  CreatedAt: Instant,
  /** Total points and arrears of all memberships. */
  Points: z.int(),
  Arrears: z.int(),
})
export type Party = z.infer<typeof Party>

export const FieldChoice = z.strictObject({
  Field: MergeField,
  Survivor: z.string().nullable(),
  Merged: z.string().nullable(),
  /** The preselected side: the record with a value; of two e-mail addresses, the address verified last. */
  Suggested: z.enum(['Survivor', 'Merged']),
})
export type FieldChoice = z.infer<typeof FieldChoice>

/** The effect of a merge on one membership of the merged customer. */
export const MembershipChange = z.strictObject({
  MembershipNo: z.string(),
  CardGroupName: z.string(),
  /** The absorbing membership; null if the survivor has none in this card group, so that the membership itself moves. */
  Into: z.string().nullable(),
  Points: z.int(),
  Arrears: z.int(),
  CategoryBefore: z.string().nullable(),
  CategoryAfter: z.string().nullable(),
  CycleEndBefore: z.string().nullable(),
  CycleEndAfter: z.string().nullable(),
  PointsBefore: z.int(),
  PointsAfter: z.int(),
  ArrearsAfter: z.int(),
})
export type MembershipChange = z.infer<typeof MembershipChange>

export const MergePreview = z.strictObject({
  Survivor: Party,
  Merged: Party,
  Fields: z.array(FieldChoice),
  Memberships: z.array(MembershipChange),
  /** Number of rows that move, by table. */
  Moves: z.array(z.strictObject({ What: z.string(), Count: z.int() })),
  /** Points that move, by the month of their expiry. */
  Expiries: z.array(z.strictObject({ Month: z.string().nullable(), Points: z.int() })),
  /** Consents of the survivor that change, because the stricter consent applies. */
  Consents: z.array(z.strictObject({ Channel: z.string(), Before: z.string().nullable(), After: z.string() })),
  Warnings: z.array(MergeMessage),
  /** The current blockers of the merge. */
  Obstacles: z.array(MergeMessage),
})
export type MergePreview = z.infer<typeof MergePreview>

export const MergeStatus = z.enum(['Merged', 'Unmerged'])

export const Merge = z.strictObject({
  MergeId: Id,
  Status: MergeStatus,
  SurvivorCustomerId: Id,
  SurvivorMembershipNo: z.string(),
  SurvivorName: PersonName,
  MergedCustomerId: Id,
  MergedMembershipNo: z.string(),
  MergedName: PersonName,
  Reason: z.string(),
  RequestedBy: PersonName,
  MergedBy: PersonName,
  MergedAt: Instant,
  OutletCode: z.string().nullable(),
  UnmergedBy: PersonName.nullable(),
  UnmergedAt: Instant.nullable(),
  UnmergeReason: z.string().nullable(),
})
export type Merge = z.infer<typeof Merge>

export const mergeRefusals = {
  notFound: refusal(404, 'merges.not_found', 'Record not found'),
  samePerson: refusal(409, 'merges.same_person', 'A member cannot be merged with itself'),
  notMergeable: refusal(409, 'merges.not_mergeable', '{FullName} cannot be merged. Status: {Status}'),
  noMembership: refusal(409, 'merges.no_membership', '{FullName} has no membership'),
  levelPending: refusal(409, 'merges.level_pending', 'A level change of {MembershipNo} is pending'),
  upgradePending: refusal(
    409,
    'merges.upgrade_pending',
    'An upgrade of {FullName} is awaiting confirmation. Confirm or cancel it first',
  ),
  approvalPending: refusal(409, 'merges.approval_pending', 'A request for {MembershipNo} is pending: {Kind}'),
  amendmentPending: refusal(409, 'merges.amendment_pending', 'A profile amendment of {FullName} is pending review'),
  bothHoldReward: refusal(
    409,
    'merges.both_hold_reward',
    'Both have a point-expiry reward for {Month}. Claim or cancel one of them first',
  ),
  importRunning: refusal(409, 'merges.import_running', 'An import of sales is in progress. Merge when it has finished'),
  identityMissing: refusal(409, 'merges.identity_missing', 'A premium member must have an identity number'),
  confirmationWrong: refusal(
    400,
    'merges.confirmation_wrong',
    'Type the number of the duplicate record: {MembershipNo}',
  ),
  already: refusal(409, 'merges.already_unmerged', 'This merge has already been undone'),
  tooLate: refusal(409, 'merges.too_late', 'A merge can only be undone within {Days} days'),
  survivorGone: refusal(
    409,
    'merges.survivor_gone',
    'The record kept, {FullName}, is no longer active. Status: {Status}',
  ),
  pointsUsed: refusal(
    409,
    'merges.points_used',
    '{Points} of the points transferred from {MembershipNo} have been used since',
  ),
  saleCancelled: refusal(409, 'merges.sale_cancelled', 'Sale {InvoiceNo} has been cancelled since'),
  saleMoved: refusal(409, 'merges.sale_moved', '{Count} of the transferred records now belong to another customer'),
  saleAwarded: refusal(409, 'merges.sale_awarded', 'Points for {InvoiceNo} have been changed on {MembershipNo} since'),
  refunded: refusal(
    409,
    'merges.refunded',
    'A redemption of {MembershipNo} has been refunded to the record kept since',
  ),
  rewardUsed: refusal(409, 'merges.reward_used', 'Reward {ReferenceCode} has been claimed or cancelled since'),
  referralDecided: refusal(409, 'merges.referral_decided', 'A transferred referral has been decided since'),
  identityTaken: refusal(
    409,
    'merges.identity_taken',
    'The identity number of {FullName} has been registered for another customer since',
  ),
}

/** Warnings before a merge; a warning does not block the merge. */
export const mergeWarnings = {
  identityDiffers: refusal(409, 'merges.identity_differs', 'The identity numbers differ'),
  birthDateDiffers: refusal(409, 'merges.birth_date_differs', 'The dates of birth differ'),
  genderDiffers: refusal(409, 'merges.gender_differs', 'The genders differ'),
  nameDiffers: refusal(409, 'merges.name_differs', 'The names are not similar'),
  statusDiffers: refusal(
    409,
    'merges.status_differs',
    'Status of {FullName}: {Status}. The record kept stays: {Survivor}',
  ),
  owes: refusal(409, 'merges.owes', 'The negative balance of {Points} points of {FullName} passes to the record kept'),
  referred: refusal(409, 'merges.referred', 'One of the two referred the other. That referral ends'),
  severalGroups: refusal(
    409,
    'merges.several_groups',
    '{MembershipNo} remains a separate membership in {CardGroupName}',
  ),
}

const mayMerge = { role: 'Customer', privilege: 'Merge Members' } as const

const MergeInput = z.strictObject({
  SurvivorId: Id,
  MergedId: Id,
  KeepTierOf: KeepTierOf.default('Higher'),
})

export const previewMerge = read({
  path: '/customer/merges/preview',
  access: mayMerge,
  scope: namedRows(ownCustomerScope('SurvivorId'), ownCustomerScope('MergedId')),
  summary: 'Returns two customers side by side, the rows that a merge would move, and its blockers and warnings',
  body: MergeInput,
  reply: MergePreview,
})

export const mergeMembers = change({
  path: '/customer/merges/add',
  access: mayMerge,
  scope: namedRows(ownCustomerScope('SurvivorId'), ownCustomerScope('MergedId')),
  about: ['approval'],
  summary: 'Requests a merge of two customers, which happens when a second person approves',
  status: 201,
  idempotent: true,
  body: MergeInput.extend({
    /** Fields whose value is taken from the merged customer; the survivor keeps all others. */
    TakeFromMerged: z.array(MergeField).max(mergeChoiceFields.length).default([]),
    Reason: longText(300),
    /** The membership number that will be merged, typed as a confirmation. */
    ConfirmMembershipNo: membershipNumber,
  }),
  reply: z.strictObject({ ApprovalId: Id }),
})

export const listMerges = read({
  path: '/customer/merges/find-all',
  access: { role: 'Customer' },
  scope: unnamedRows('own outlet'),
  about: ['merge'],
  summary: 'Lists merges, newest first',
  body: pageQuery(
    { MembershipNo: membershipNumber, Status: MergeStatus, MergedBy: text(100) },
    { rows: 20, sort: ['MergedAt'], direction: 'DESC' },
  ),
  reply: pageReply(Merge),
})

export const getMerge = read({
  path: '/customer/merges/find-one',
  access: { role: 'Customer' },
  scope: namedRows(row('merge', 'MergeId', 'own outlet')),
  summary: 'Returns one merge, the rows it moved, and the blockers of undoing it',
  body: z.strictObject({ MergeId: Id }),
  reply: Merge.extend({
    Moves: MergePreview.shape.Moves,
    /** End of the undo period. */
    UnmergeUntil: Instant,
    Blockers: z.array(MergeMessage),
  }),
})

export const unmergeMembers = change({
  path: '/customer/merges/unmerge',
  access: { role: 'Customer', privilege: 'Unmerge Members' },
  scope: namedRows(row('merge', 'MergeId', 'own outlet')),
  about: ['merge', 'customer', 'membership'],
  summary: 'Undoes a merge while nothing that it moved has been used',
  idempotent: true,
  body: z.strictObject({ MergeId: Id, Reason: longText(300) }),
  reply: Merge,
})
