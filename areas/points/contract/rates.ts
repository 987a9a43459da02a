import { z } from 'zod'
import type { ListName } from '#areas/setup/contract.ts'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Decimal, filterText, Id, optionalField, RateInput, text, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { declareDatedRule, SwitchedStatus } from './dated-rule.ts'
import { PeriodStatus } from './rules.ts'

// POINT RATES define the number of points per amount spent.

export const RateDetail = z.strictObject({
  RateDetailId: Id,
  RateId: Id,
  Amount: Decimal,
  PointRate: Decimal,
  EffectiveFrom: z.string(),
  EffectiveTo: z.string().nullable(),
  Status: PeriodStatus,
})
export type RateDetail = z.infer<typeof RateDetail>

/** Source of the values of a rate dimension: a lookup list, records of an area, or a fixed list. */
type DimensionValues = { list: ListName } | { of: 'product groups' | 'card categories' } | { values: readonly string[] }

/**
 * Dimensions that narrow a rate besides its brand. areas/points/sql/earning.sql defines their precedence.
 * A dimension that is also a field of the sale has the same name in areas/sales/contract/sale-fields.ts.
 */
export const rateDimensions = {
  ProductType: { list: 'ProductType' },
  ProductGroup: { of: 'product groups' },
  CardCategory: { of: 'card categories' },
} as const satisfies Record<string, DimensionValues>
export type RateDimension = keyof typeof rateDimensions

/** The rate dimensions with a general type, for code that handles any of them. */
export const dimensionsByRateType: Readonly<Record<RateDimension, DimensionValues>> = rateDimensions

export const ObjectType = z.enum(['All', ...(Object.keys(rateDimensions) as RateDimension[])])

const RateStatus = z.enum(['Active', 'Inactive', 'Deleted'])

export const Rate = z.strictObject({
  RateId: Id,
  Brand: z.string(),
  ObjectType,
  ObjectValue: z.string().nullable(),
  Status: RateStatus,
  Version,
  /** Amount and points of the period that applies today. */
  Amount: Decimal.nullable(),
  PointRate: Decimal.nullable(),
  Details: z.array(RateDetail),
})
export type Rate = z.infer<typeof Rate>

const fits = (value: string) => value.length <= 13
export const PositiveAmount = RateInput.refine(
  (value) => !value.startsWith('-') && value !== '0.00',
  'Must be more than 0',
).refine(fits, 'This number is too large')
export const PointRate = RateInput.refine((value) => !value.startsWith('-'), 'Must not be negative').refine(
  fits,
  'This number is too large',
)

const NewRateDetail = z.strictObject({
  Amount: PositiveAmount,
  PointRate,
  EffectiveFrom: DateOnly,
  EffectiveTo: optionalField(DateOnly),
})

/** Fields of a rate that define the goods or members to which the rate applies. */
const rateObject = {
  Brand: text(60),
  ObjectType,
  ObjectValue: optionalField(text(60)),
}

const rate = declareDatedRule({
  noun: 'rate',
  role: 'Point Rate',
  key: { RateId: Id },
  periodKey: { RateDetailId: Id },
  Rule: Rate,
  Detail: RateDetail,
})

export const addPointRate = change({
  path: '/point/rates/add',
  ...rate.list,
  summary: 'Adds a rate: for one brand, or for All, which adds one for every brand and a template for later ones',
  status: 201,
  body: z.strictObject({
    ...rateObject,
    ObjectType: ObjectType.default('All'),
    Details: z.array(NewRateDetail).max(100).default([]),
  }),
  /** All rates that the request created, beginning with the rate of the requested brand. */
  reply: Rate.extend({ Created: z.array(z.strictObject({ RateId: Id, Brand: z.string() })) }),
})

export const addPointRateDetail = change({
  path: '/point/rate-details/add',
  ...rate.one,
  summary: 'Adds a period to a rate',
  status: 201,
  body: NewRateDetail.extend({ RateId: Id }),
  reply: RateDetail,
})

export const getPointRate = read({
  path: '/point/rates/find-one',
  ...rate.one,
  summary: 'Returns one rate with its periods, and the goods to which it applies today',
  reply: Rate.extend({
    CountsToday: z.strictObject({
      /** Brands whose goods earn by this rate, at least in part. */
      Brands: z.array(z.string()),
      OtherBrandsYN: YN,
      /** Narrower rates that override the rate for a part of its scope. */
      LosesTo: z.array(
        z.strictObject({ RateId: Id, Brand: z.string(), ObjectType, ObjectValue: z.string().nullable() }),
      ),
    }),
  }),
})

export const getPointRateDetails = read({
  method: 'GET',
  path: '/point/rates/:RateId/details',
  ...rate.one,
  summary: 'Lists the periods of one rate',
  reply: pageReply(RateDetail),
})

export const listPointRates = read({
  path: '/point/rates/find-all',
  ...rate.list,
  summary: 'Lists point rates',
  body: pageQuery({ Brand: filterText, ObjectType, Status: RateStatus }, { rows: 20, sort: ['Brand'] }),
  reply: pageReply(Rate),
})

export const previewPointRate = read({
  path: '/point/rates/preview',
  ...rate.list,
  summary: 'Previews which rates /point/rates/add would add, and which brands have one already',
  body: z.strictObject({ ...rateObject, ObjectType: ObjectType.default('All') }),
  reply: z.strictObject({ Created: z.array(z.string()), Kept: z.array(z.string()) }),
})

export const updatePointRate = change({
  path: '/point/rates/update',
  ...rate.one,
  summary:
    'Switches a rate on or off; its scope can be changed until its first period begins. Periods are updated together: Expired ones stay, Active ones take a new end, Inactive ones may move, those without an id are added',
  body: z
    .strictObject(rateObject)
    .partial()
    .extend({
      RateId: Id,
      Version: Version.optional(),
      Status: SwitchedStatus.optional(),
      Details: z
        .array(NewRateDetail.partial().extend({ RateDetailId: Id.optional() }))
        .max(100)
        .optional(),
    }),
})

export const deleteRate = rate.remove
export const restoreRate = rate.restore

export const listPointRateDetails = read({
  path: '/point/rate-details/find-all',
  ...rate.list,
  about: ['rate detail', 'rate'],
  summary: 'Lists periods of rates with the scope of their rate, the latest first',
  body: pageQuery(
    { RateId: Id, Brand: filterText, Status: PeriodStatus },
    { rows: 20, sort: ['EffectiveFrom', 'Brand'], direction: 'DESC' },
  ),
  reply: pageReply(RateDetail.extend({ Brand: z.string(), ObjectType, ObjectValue: z.string().nullable() })),
})

export const getPointRateDetail = read({
  method: 'GET',
  path: '/point/rate-details/find-one',
  ...rate.period,
  summary: 'Returns one period of a rate',
  // Query parameters arrive as strings, so a string of digits is converted to a number.
  body: z.strictObject({
    RateDetailId: z.preprocess((value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value), Id),
  }),
})

export const updatePointRateDetail = change({
  path: '/point/rate-details/update',
  ...rate.period,
  about: ['rate detail', 'rate'],
  summary: 'Moves the end of a running period, or changes a future one; an omitted end stays',
  ignored: ignoreFields('A period stays with its rate', 'RateId'),
  body: NewRateDetail.partial().extend({ RateDetailId: Id }),
})

export const expirePointRateDetail = change({
  path: '/point/rate-details/expire',
  ...rate.period,
  about: ['rate detail', 'rate'],
  summary:
    'Ends a running period immediately: earlier sales still earn by it, later ones do not, and a new period may begin today',
})

export const deletePointRateDetail = change({
  path: '/point/rate-details/delete',
  ...rate.period,
  about: ['rate detail', 'rate'],
  summary: 'Marks a period that has not ended as Deleted',
})

export const restorePointRateDetail = change({
  path: '/point/rate-details/restore',
  ...rate.period,
  about: ['rate detail', 'rate'],
  summary: 'Undoes a delete within 30 seconds',
})
