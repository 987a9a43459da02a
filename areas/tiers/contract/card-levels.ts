import { z } from 'zod'
import {
  DateOnly,
  Decimal,
  Id,
  integerInRange,
  MoneyFromZero,
  MoneyInput,
  optionalField,
} from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord, SetupRecordStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

export const DowngradeMode = z.enum(['One level', 'Re-assess', 'Never'])

/** A percentage from 0 to 100 with two decimals. */
const Multiplier = MoneyInput.refine((value) => Number(value) >= 0 && Number(value) <= 100, 'Must be between 0 and 100')

const conditions = {
  /** Amount of the first purchase that is required to enter the card category. */
  FirstSalesAmount: MoneyFromZero,
  /** Spend within a cycle that is required to move up to the card category. */
  AccumulateAmount: MoneyFromZero,
  /** Spend within a cycle that is required to stay in the card category. */
  MaintainAmount: MoneyFromZero,
  CycleMonths: integerInRange(1, 120),
  GraceDays: integerInRange(0, 365),
  DowngradeMode,
  PointMultiplier: Multiplier,
  BirthdayMultiplier: Multiplier,
  /** If empty, the validity of the point structure applies. */
  PointValidityMonths: optionalField(integerInRange(1, 600)),
  EffectiveFrom: DateOnly,
  EffectiveTo: optionalField(DateOnly),
}

const standard = defineSetupRecord({
  area: 'memberships',
  name: ['card level', 'card levels'],
  path: '/member/card-levels',
  role: 'Card Category',
  key: { CardLevelId: Id },
  page: false,
  row: {
    CardCategoryId: Id,
    CardCategoryCode: z.string(),
    CardCategoryName: z.string(),
    CardGroupId: Id,
    LevelSequence: z.int(),
    Color: z.string(),
    FirstSalesAmount: Decimal,
    AccumulateAmount: Decimal,
    MaintainAmount: Decimal,
    CycleMonths: z.int(),
    GraceDays: z.int(),
    DowngradeMode,
    PointMultiplier: Decimal,
    BirthdayMultiplier: Decimal,
    PointValidityMonths: z.int().nullable(),
    EffectiveFrom: z.string(),
    EffectiveTo: z.string().nullable(),
  },
  fields: conditions,
  added: {
    CardCategoryId: Id,
    AccumulateAmount: conditions.AccumulateAmount.default('0.00'),
    MaintainAmount: conditions.MaintainAmount.default('0.00'),
    CycleMonths: conditions.CycleMonths.default(12),
    GraceDays: conditions.GraceDays.default(30),
    DowngradeMode: DowngradeMode.default('One level'),
    PointMultiplier: Multiplier.default('1.00'),
    BirthdayMultiplier: Multiplier.default('1.00'),
    /** First day on which the card level applies; by default today. */
    EffectiveFrom: DateOnly.optional(),
  },
  addScope: namedRows(row('card category', 'CardCategoryId', 'everyone')),
  list: pageQuery(
    { Status: SetupRecordStatus, FirstSalesAmount: MoneyFromZero, CardCategoryId: Id, CardGroupId: Id },
    {
      rows: 10,
      sort: ['FirstSalesAmount', 'LevelSequence', 'EffectiveFrom', 'CardLevelId'],
      direction: 'DESC',
      whole: true,
    },
  ),
})

export const cardLevelRecord = {
  ...standard,
  list: {
    ...standard.list,
    summary:
      'Lists card levels; with FirstSalesAmount those that this amount admits a customer to today, highest first',
  },
}

export const cardLevelRefusals = {
  ...standard.refusals,
  /** Error if no level matches the amount, with the specified message. */
  noLevel: refusal(404, 'memberships.no_card_level', 'Failed to get card level detail'),
  overlap: refusal(
    409,
    'memberships.card_level_overlap',
    'The card category already has another active level in this period',
  ),
  categoryUnknown: refusal(
    409,
    'memberships.card_level_category_unknown',
    'The card category does not exist or is not active',
  ),
  datesReversed: refusal(400, 'memberships.card_level_dates_reversed', 'The end cannot be before the start'),
}

export const {
  Row: CardLevel,
  list: listCardLevels,
  get: getCardLevel,
  add: addCardLevel,
  update: updateCardLevel,
  remove: deleteCardLevel,
  restore: restoreCardLevel,
} = cardLevelRecord
export type CardLevel = z.infer<typeof CardLevel>
