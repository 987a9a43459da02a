import { z } from 'zod'
import { CustomFilters, CustomValues, CustomValuesInput } from '#areas/custom-fields/contract/custom-values.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  MoneyFromZero,
  optionalField,
  POINTS_ENTRY_MAX,
  Points,
  text,
  upperCaseFilter,
  upperCaseText,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { DELETE_UNDO_SECONDS } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { rewardTypes } from './reward-kinds.ts'
import { RewardObject } from './reward-objects.ts'

// Catalogue of rewards. The rewards that members have are in areas/customer-rewards.

export const RewardType = z.enum(rewardTypes)
export type RewardType = z.infer<typeof RewardType>

/** Status of a reward: Draft is not available yet; Expired is past its last day and no member has it any more. */
export const RewardStatus = z.enum(['Draft', 'Active', 'Inactive', 'Expired', 'Deleted'])
export type RewardStatus = z.infer<typeof RewardStatus>

export const ValidityMode = z.enum(['Fixed dates', 'Days after issue', 'End of birthday month'])
export const LimitPeriod = z.enum(['Ever', 'Year', 'Month', 'Day'])
const MemberType = z.enum(['Premium Member', 'Non-Premium Member'])

/** Maximum number of a reward's pictures; the first picture is the main one. */
export const REWARD_IMAGES_MAX = 5

const Day = z.string().meta({ format: 'date' })

export const RewardImage = z.strictObject({
  MediaId: Id,
  Url: z.string(),
  ThumbnailUrl: z.string().nullable(),
  AltText: z.string().nullable(),
})

export const Reward = z.strictObject({
  RewardId: Id,
  Code: z.string(),
  Name: z.string(),
  Description: z.string().nullable(),
  Terms: z.string().nullable(),
  Type: RewardType,
  Status: RewardStatus,
  PointDeduct: Points,
  /** Price in points in the member's birthday month; null if it is PointDeduct. */
  BirthdayPointDeduct: Points.nullable(),
  CashTopUp: Decimal,
  VoucherType: z.string().nullable(),
  VoucherValue: Decimal.nullable(),
  MinimumSpend: Decimal.nullable(),
  DeductPointInClaimYN: YN,
  ValidityMode,
  ValidityDays: z.int().nullable(),
  ValidFrom: Day.nullable(),
  ValidTo: Day.nullable(),
  PerMemberLimit: z.int().nullable(),
  PerMemberPeriod: LimitPeriod,
  TotalLimit: z.int().nullable(),
  CardCategories: z.array(z.string()),
  MemberType: MemberType.nullable(),
  CollectWithinDays: z.int(),
  RequiresInvoiceYN: YN,
  UnitCost: Decimal.nullable(),
  HonourOutstandingYN: YN,
  /** Number of times the reward was given less cancelled ones; TotalLimit limits this number. */
  Given: z.int(),
  /** Available stock of all inventories; null if the reward has no inventories, because its stock is then unlimited. */
  StockAvailable: z.int().nullable(),
  /** Y: at least one inventory is at or below its reorder level. */
  LowStockYN: YN,
  /** Address of the reward's main picture. */
  ImageUrl: z.string().nullable(),
  /** Codes of the outlets where the reward is valid; an empty list means all outlets. */
  OutletCodes: z.array(z.string()),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
  CustomValues,
})
export type Reward = z.infer<typeof Reward>

export const rewardRefusals = {
  notFound: refusal(404, 'rewards.not_found', 'Record not found'),
  codeTaken: refusal(409, 'rewards.code_taken', 'There is already a reward with the code {Code}'),
  deleted: refusal(409, 'rewards.deleted', 'The reward is deleted'),
  notDeleted: refusal(409, 'rewards.not_deleted', 'Only a deleted reward can be restored'),
  undoOver: refusal(409, 'rewards.undo_over', `A delete can be undone within ${DELETE_UNDO_SECONDS} seconds only`),
  inUse: refusal(409, 'rewards.in_use', 'The reward is held by {Outstanding} members. Deactivate it first'),
  outstanding: refusal(409, 'rewards.outstanding', '{Outstanding} members have not collected. Honour outstanding?'),
  pointsMissing: refusal(409, 'rewards.points_missing', 'A Premium Gift needs the points that it takes'),
  voucherIncomplete: refusal(409, 'rewards.voucher_incomplete', 'A voucher needs both its type and its value'),
  datesMissing: refusal(409, 'rewards.dates_missing', 'Fixed dates need the last day'),
  daysMissing: refusal(409, 'rewards.days_missing', 'Enter for how many days it is valid after issue'),
  datesReversed: refusal(409, 'rewards.dates_reversed', 'The last day is before the first day'),
  categoryUnknown: refusal(409, 'rewards.category_unknown', 'Card category {Code} does not exist'),
  typeFixed: refusal(409, 'rewards.type_fixed', 'The type cannot change after members were given the reward'),
  outletUnknown: refusal(409, 'rewards.outlet_unknown', 'Outlet {OutletCode} does not exist'),
  stockGroupUnknown: refusal(409, 'rewards.stock_group_unknown', 'Stock group {Code} does not exist'),
  objectTaken: refusal(409, 'rewards.object_taken', '{ObjectValue} is already named for this reward'),
}

const positiveInteger = (max: number) => z.int('Enter a whole number').min(1, 'Must be at least 1').max(max)
const points = z.int('Enter a whole number').min(0, 'Must not be negative').max(POINTS_ENTRY_MAX)

const fields = {
  Name: text(100),
  Description: optionalField(longText(2000)),
  Terms: optionalField(longText(4000)),
  Type: RewardType,
  PointDeduct: points,
  BirthdayPointDeduct: optionalField(points),
  CashTopUp: MoneyFromZero,
  VoucherType: optionalField(upperCaseText(10)),
  VoucherValue: optionalField(MoneyFromZero),
  MinimumSpend: optionalField(MoneyFromZero),
  DeductPointInClaimYN: YN,
  ValidityMode: ValidityMode,
  ValidityDays: optionalField(positiveInteger(3650)),
  ValidFrom: optionalField(DateOnly),
  ValidTo: optionalField(DateOnly),
  PerMemberLimit: optionalField(positiveInteger(1_000_000)),
  PerMemberPeriod: LimitPeriod,
  TotalLimit: optionalField(positiveInteger(1_000_000_000)),
  CardCategories: z.array(upperCaseText(20)).max(100),
  MemberType: optionalField(MemberType),
  CollectWithinDays: positiveInteger(3650),
  RequiresInvoiceYN: YN,
  UnitCost: optionalField(MoneyFromZero),
} as const

const defaults = {
  PointDeduct: fields.PointDeduct.default(0),
  CashTopUp: fields.CashTopUp.default('0.00'),
  DeductPointInClaimYN: fields.DeductPointInClaimYN.default('N'),
  ValidityMode: fields.ValidityMode.default('Days after issue'),
  PerMemberPeriod: fields.PerMemberPeriod.default('Ever'),
  CardCategories: fields.CardCategories.default([]),
  CollectWithinDays: fields.CollectWithinDays.default(60),
  RequiresInvoiceYN: fields.RequiresInvoiceYN.default('N'),
} as const

/** Media ids of the uploaded pictures, in the order of display. */
const Images = z.array(Id).max(REWARD_IMAGES_MAX)

export const RewardFields = z.strictObject({
  Code: codeText(20),
  ...fields,
  ...defaults,
  Status: z.enum(['Draft', 'Active', 'Inactive']).default('Draft'),
  Images: Images.optional(),
  CustomValues: CustomValuesInput.optional(),
})

const role = 'Rewards'
const about = ['reward'] as const
const byId = z.strictObject({ RewardId: Id })
const rewardScope = unnamedRows('HQ', row('reward', 'RewardId', 'everyone'))

export const RewardDetail = Reward.extend({
  /** Number of Active customer rewards of this reward. */
  Outstanding: z.int(),
  Images: z.array(RewardImage),
  Objects: z.array(RewardObject),
  /** Id of the pending approval request for deactivating the reward. */
  DeactivationRequestId: Id.nullable(),
})
export type RewardDetail = z.infer<typeof RewardDetail>

export const listRewards = read({
  path: '/reward/rewards/find-all',
  access: 'staff',
  scope: unnamedRows('shared'),
  about,
  summary: 'Rewards; deleted ones only on request',
  body: pageQuery(
    {
      Code: upperCaseFilter,
      Name: filterText,
      Type: RewardType,
      Status: RewardStatus,
      /** Code of an outlet at which the listed rewards are valid. */
      OutletCode: upperCaseFilter,
      /** Y: at least one inventory is at or below its reorder level. */
      LowStockYN: YN,
      CustomValues: CustomFilters,
    },
    { rows: 10, sort: ['Code', 'Name', 'Type', 'PointDeduct', 'ValidTo', 'CreatedAt'] },
  ),
  reply: pageReply(Reward),
})

export const getReward = read({
  path: '/reward/rewards/find-one',
  access: 'staff',
  scope: unnamedRows('shared', row('reward', 'RewardId', 'everyone')),
  about: ['reward', 'reward object', 'reward stock', 'media'],
  summary: 'Returns one reward with its pictures, outlets and stock groups',
  body: byId,
  reply: RewardDetail,
})

export const addReward = change({
  path: '/reward/rewards/add',
  access: { role },
  scope: unnamedRows('HQ'),
  about,
  summary: 'Creates a reward; head office only',
  status: 201,
  idempotent: true,
  body: RewardFields,
  reply: RewardDetail,
})

export const updateReward = change({
  path: '/reward/rewards/update',
  access: { role },
  scope: rewardScope,
  about,
  summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
  body: z
    .strictObject({
      Code: codeText(20),
      ...fields,
      Status: z.enum(['Draft', 'Active', 'Inactive']),
      Images,
      CustomValues: CustomValuesInput,
    })
    .partial()
    .extend({ RewardId: Id, Version: Version.optional() }),
  reply: RewardDetail,
})

export const deactivateReward = change({
  path: '/reward/rewards/deactivate',
  access: { role },
  scope: rewardScope,
  about: ['reward', 'approval'],
  summary:
    'Deactivates a reward and sets whether outstanding customer rewards are honoured; with outstanding ones it needs an approval',
  idempotent: true,
  body: z.strictObject({ RewardId: Id, Version, HonourOutstandingYN: YN, Remark: optionalField(longText(300)) }),
  reply: RewardDetail,
})

export const deleteReward = change({
  path: '/reward/rewards/delete',
  access: { role },
  scope: rewardScope,
  about,
  summary: 'Marks a reward as Deleted; refused while customer rewards are outstanding',
  body: byId,
  reply: RewardDetail,
})

export const restoreReward = change({
  path: '/reward/rewards/restore',
  access: { role },
  scope: rewardScope,
  about,
  summary: 'Undoes a delete within 30 seconds',
  body: byId,
  reply: RewardDetail,
})
