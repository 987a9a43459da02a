import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  DateOnly,
  Decimal,
  filterText,
  Id,
  Instant,
  longText,
  MoneyFromZero,
  MoneyInput,
  optionalField,
  PersonName,
  Points,
  PointsAmount,
  text,
  upperCaseFilter,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { DELETE_UNDO_SECONDS } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { CampaignObject, NewObject } from './objects.ts'

// A campaign is an offer for a period, which products, outlets and card categories can restrict.

/** Draft: in preparation. Paused: neither awards nor sends. Ended: ended by a user or after the last day. */
export const CampaignStatus = z.enum(['Draft', 'Active', 'Paused', 'Ended', 'Deleted'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

/** An award is given once per member, or for each qualifying invoice. */
export const AwardPer = z.enum(['Member', 'Invoice'])

/** A larger control group would not improve the comparison and would leave most of the list out. */
export const CONTROL_GROUP_PERCENT_MAX = 50
/** The maximum number of objects (products, outlets, card categories) of one campaign. */
export const CAMPAIGN_OBJECTS_MAX = 500

const Day = z.string().meta({ format: 'date' })

export const Campaign = z.strictObject({
  CampaignCode: z.string(),
  CampaignName: z.string(),
  CampaignType: z.string(),
  StartDate: Day,
  EndDate: Day,
  Status: CampaignStatus,
  AwardPointYN: YN,
  BalanceType: z.string(),
  /** Fixed number of points; null if the campaign multiplies points or awards no points. */
  AwardPoint: Points.nullable(),
  /** Factor by which the points of the sale are multiplied. */
  Multiplier: Decimal.nullable(),
  AwardPer,
  MinimumPurchase: Decimal.nullable(),
  RewardId: Id.nullable(),
  RewardName: z.string().nullable(),
  /** The contact template that the campaign sends; null if it sends no message. */
  TemplateId: Id.nullable(),
  TemplateName: z.string().nullable(),
  /** Maximum points to award in total; null means unlimited. */
  BudgetPoints: Points.nullable(),
  /** Points awarded so far, less points taken back. */
  SpentPoints: Points,
  /** Percentage of the target list that gets no message. */
  ControlPercent: z.int(),
  OwnerName: PersonName.nullable(),
  Remarks: z.string().nullable(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Campaign = z.infer<typeof Campaign>

export const CampaignDetail = Campaign.extend({
  Objects: z.array(CampaignObject),
  /** Y: only customers on the target list qualify. N: everyone who matches the objects qualifies. */
  HasTargetsYN: YN,
  /** Number of active customers on the target list. */
  Targets: z.int(),
  /** Y if the campaign has been sent; the size of the control group is then fixed. */
  SentYN: YN,
})
export type CampaignDetail = z.infer<typeof CampaignDetail>

export const campaignRefusals = {
  notFound: refusal(404, 'campaigns.not_found', 'Record not found'),
  codeTaken: refusal(409, 'campaigns.code_taken', 'There is already a campaign with the code {CampaignCode}'),
  deleted: refusal(409, 'campaigns.deleted', 'The campaign is deleted'),
  notDeleted: refusal(409, 'campaigns.not_deleted', 'Only a deleted campaign can be restored'),
  undoOver: refusal(409, 'campaigns.undo_over', `A delete can be undone within ${DELETE_UNDO_SECONDS} seconds only`),
  datesReversed: refusal(409, 'campaigns.dates_reversed', 'The last day is before the first day'),
  over: refusal(409, 'campaigns.over', 'The last day of the campaign has passed. Change the end date first'),
  awardMissing: refusal(409, 'campaigns.award_missing', 'Enter either the points or the multiplier of the award'),
  noAward: refusal(409, 'campaigns.no_award', 'A campaign that awards no points has neither points nor a multiplier'),
  typeUnknown: refusal(409, 'campaigns.type_unknown', '{CampaignType} is not in the list of campaign types'),
  rewardUnknown: refusal(
    409,
    'campaigns.reward_unknown',
    'There is no active reward with this number that members can be given',
  ),
  controlFixed: refusal(
    409,
    'campaigns.control_fixed',
    'The control group cannot change after the campaign was sent. Copy the campaign for another one',
  ),
  budgetSpent: refusal(
    409,
    'campaigns.budget_spent',
    'The budget is below the {SpentPoints} points that were already awarded',
  ),
  inUse: refusal(
    409,
    'campaigns.in_use',
    '{Contacted} customers were contacted and {SpentPoints} points awarded in this campaign. End it instead',
  ),
}

const Multiplier = MoneyInput.refine(
  (value) => Number(value) > 1 && Number(value) <= 100,
  'Must be more than 1 and at most 100',
)

const fields = {
  CampaignName: text(100),
  CampaignType: text(100),
  StartDate: DateOnly,
  EndDate: DateOnly,
  Status: z.enum(['Draft', 'Active', 'Paused', 'Ended']),
  AwardPointYN: YN,
  AwardPoint: optionalField(PointsAmount),
  Multiplier: optionalField(Multiplier),
  AwardPer,
  MinimumPurchase: optionalField(MoneyFromZero),
  RewardId: optionalField(Id),
  TemplateId: optionalField(Id),
  BudgetPoints: optionalField(PointsAmount),
  ControlPercent: z.int('Enter a whole number').min(0, 'Must not be negative').max(CONTROL_GROUP_PERCENT_MAX),
  Remarks: optionalField(longText(1000)),
  /** The complete set of objects; stored objects that this array omits are removed. */
  Objects: z.array(NewObject).max(CAMPAIGN_OBJECTS_MAX).optional(),
} as const

export const CampaignFields = z.strictObject({
  CampaignCode: codeText(20),
  ...fields,
  Status: z.enum(['Draft', 'Active']).default('Active'),
  AwardPointYN: fields.AwardPointYN.default('N'),
  AwardPer: fields.AwardPer.default('Invoice'),
  ControlPercent: fields.ControlPercent.default(0),
  /** Always the default balance type. The field exists because the specification defines it. */
  BalanceType: z.literal('Jewel Club Points').default('Jewel Club Points'),
})

const role = 'Campaign'
/** Roles that may read campaigns, including staff who only manage target lists. */
export const campaignReadRoles = [role, 'Campaign Target List'] as const
/** Users of the report on target lists also read campaigns, with which they filter the report. */
const chooserRoles = [...campaignReadRoles, 'Campaign Target List Report'] as const
const about = ['campaign'] as const
const path = '/campaign/campaigns'
const byCode = z.strictObject({ CampaignCode: codeText(20) })
const one = unnamedRows('HQ', row('campaign', 'CampaignCode', 'everyone'))

export const listCampaigns = read({
  path: `${path}/find-all`,
  access: { role: chooserRoles },
  scope: unnamedRows('shared'),
  about,
  summary: 'Lists campaigns; deleted campaigns only with the status Deleted',
  body: pageQuery(
    {
      CampaignCode: upperCaseFilter,
      CampaignName: filterText,
      CampaignType: filterText,
      Status: CampaignStatus,
      /** Selects campaigns whose period includes this day. */
      RunsOn: DateOnly,
    },
    { rows: 10, sort: ['StartDate', 'CampaignCode', 'CampaignName', 'EndDate', 'CreatedAt'], direction: 'DESC' },
  ),
  reply: pageReply(Campaign),
})

export const getCampaign = read({
  path: `${path}/find-one`,
  access: { role: campaignReadRoles },
  scope: unnamedRows('shared', row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign', 'campaign object', 'campaign target', 'campaign send'],
  summary: 'Returns one campaign with its objects',
  body: byCode,
  reply: CampaignDetail,
})

export const addCampaign = change({
  path: `${path}/add`,
  access: { role },
  scope: unnamedRows('HQ'),
  about: ['campaign', 'campaign object'],
  summary: 'Creates a campaign with its objects; its code cannot change or be reused',
  status: 201,
  idempotent: true,
  body: CampaignFields,
  reply: CampaignDetail,
})

export const updateCampaign = change({
  path: `${path}/update`,
  access: { role },
  scope: one,
  about: ['campaign', 'campaign object'],
  summary: 'Changes the fields that are sent; a stale Version is rejected with the current record',
  ignored: ignoreFields('There is one type of balance', 'BalanceType'),
  body: z
    .strictObject(fields)
    .partial()
    .extend({ CampaignCode: codeText(20), Version: Version.optional() }),
  reply: CampaignDetail,
})

export const deleteCampaign = change({
  path: `${path}/delete`,
  access: { role },
  scope: one,
  about,
  summary: 'Marks a campaign as Deleted, unless customers were contacted or points awarded in it',
  body: byCode,
  reply: CampaignDetail,
})

export const restoreCampaign = change({
  path: `${path}/restore`,
  access: { role },
  scope: one,
  about,
  summary: 'Undoes a delete within 30 seconds',
  body: byCode,
  reply: CampaignDetail,
})
