import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Decimal, Id, Instant, MoneyFromZero, MoneyInput, optional, Version } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { SetupRecordStatus, SetupStatus } from './card-groups.ts'

export const DowngradeMode = z.enum(['One level', 'Re-assess', 'Never'])

export const CardLevel = z.strictObject({
  CardLevelId: Id,
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
  Status: SetupRecordStatus,
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type CardLevel = z.infer<typeof CardLevel>

/** 0 to 100 with 2 decimals. */
const Multiplier = MoneyInput.refine((value) => Number(value) >= 0 && Number(value) <= 100, 'Must be between 0 and 100')

const conditions = {
  /** The first purchase that lets a customer in. */
  FirstSalesAmount: MoneyFromZero,
  /** Spend in the cycle that moves a member up to this category. */
  AccumulateAmount: MoneyFromZero,
  /** Spend in the cycle that lets a member stay. */
  MaintainAmount: MoneyFromZero,
  CycleMonths: z.int('Please only use number').min(1).max(120),
  GraceDays: z.int('Please only use number').min(0).max(365),
  DowngradeMode,
  PointMultiplier: Multiplier,
  BirthdayMultiplier: Multiplier,
  /** Empty leaves the point structure's validity. */
  PointValidityMonths: optional(z.int('Please only use number').min(1).max(600)),
  EffectiveFrom: DateOnly,
  EffectiveTo: optional(DateOnly),
  Status: SetupStatus,
}

export const CardLevelChanges = z.strictObject(conditions).partial()

export const CardLevelFields = z.strictObject({
  ...conditions,
  CardCategoryId: Id,
  AccumulateAmount: conditions.AccumulateAmount.default('0.00'),
  MaintainAmount: conditions.MaintainAmount.default('0.00'),
  CycleMonths: conditions.CycleMonths.default(12),
  GraceDays: conditions.GraceDays.default(30),
  DowngradeMode: DowngradeMode.default('One level'),
  PointMultiplier: Multiplier.default('1.00'),
  BirthdayMultiplier: Multiplier.default('1.00'),
  /** Today if left out. */
  EffectiveFrom: DateOnly.optional(),
  Status: SetupStatus.default('Active'),
})

export const cardLevelRefusals = {
  notFound: refusal(404, 'memberships.card_level_not_found', 'Record not found'),
  /** The specification's words for a look-up by amount that finds no level. */
  noLevel: refusal(404, 'memberships.no_card_level', 'Failed to get card level detail'),
  overlap: refusal(
    409,
    'memberships.card_level_overlap',
    'The card category has another Active level in this period already',
  ),
  categoryUnknown: refusal(
    409,
    'memberships.card_level_category_unknown',
    'The card category does not exist or is not active',
  ),
  datesReversed: refusal(400, 'memberships.card_level_dates_reversed', 'The end must not lie before the start'),
  deleted: refusal(409, 'memberships.card_level_deleted', 'The card level is deleted'),
  notDeleted: refusal(409, 'memberships.card_level_not_deleted', 'Only a deleted card level can be restored'),
}

const role = 'Card Category'

export const addCardLevel = change({
  path: '/member/card-levels/add',
  access: { role },
  scope: rows(row('card category', 'CardCategoryId', 'everyone')),
  summary: 'Creates the entry and stay conditions of a card category',
  status: 201,
  body: CardLevelFields,
  reply: CardLevel,
})

export const listCardLevels = read({
  path: '/member/card-levels/find-all',
  access: 'staff',
  scope: noRow('shared'),
  summary: 'Card levels; with FirstSalesAmount those that this amount lets a customer into today, highest first',
  body: pageQuery(
    { Status: SetupRecordStatus, FirstSalesAmount: MoneyFromZero, CardCategoryId: Id, CardGroupId: Id },
    {
      rows: 10,
      sort: ['FirstSalesAmount', 'LevelSequence', 'EffectiveFrom', 'CardLevelId'],
      direction: 'DESC',
      whole: true,
    },
  ),
  reply: pageOf(CardLevel),
})

export const getCardLevel = read({
  path: '/member/card-levels/find-one',
  access: 'staff',
  scope: rows(row('card level', 'CardLevelId', 'everyone')),
  summary: 'One card level',
  body: z.strictObject({ CardLevelId: Id }),
  reply: CardLevel,
})

export const updateCardLevel = change({
  path: '/member/card-levels/update',
  access: { role },
  scope: rows(row('card level', 'CardLevelId', 'everyone')),
  summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
  body: CardLevelChanges.extend({ CardLevelId: Id, Version }),
  reply: CardLevel,
})

export const deleteCardLevel = change({
  path: '/member/card-levels/delete',
  access: { role },
  scope: rows(row('card level', 'CardLevelId', 'everyone')),
  summary: 'Marks a card level as Deleted',
  body: z.strictObject({ CardLevelId: Id }),
  reply: CardLevel,
})

export const restoreCardLevel = change({
  path: '/member/card-levels/restore',
  access: { role },
  scope: rows(row('card level', 'CardLevelId', 'everyone')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ CardLevelId: Id }),
  reply: CardLevel,
})
