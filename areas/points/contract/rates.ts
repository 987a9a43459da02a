import { z } from 'zod'
import type { ListName } from '#areas/setup/contract.ts'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Decimal, filterText, Id, optional, RateInput, text, Version, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { PeriodStatus } from './rules.ts'

// Point rates: the number of points per amount spent.

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

/** The source of a dimension's values: a lookup list, records of an area, or a fixed list. */
type DimensionValues = { list: ListName } | { of: 'product groups' | 'card categories' } | { values: readonly string[] }

/**
 * Dimensions by which a rate can be narrowed besides its brand. areas/points/sql/earning.sql defines their precedence. A dimension that
 * is a field of the sale has the same name in areas/sales/contract/sale-fields.ts.
 */
export const rateDimensions = {
  ProductType: { list: 'ProductType' },
  ProductGroup: { of: 'product groups' },
  CardCategory: { of: 'card categories' },
} as const satisfies Record<string, DimensionValues>
export type RateDimension = keyof typeof rateDimensions

/** The same list without its narrow types, for code that handles any dimension. */
export const dimensions: Readonly<Record<RateDimension, DimensionValues>> = rateDimensions

export const ObjectType = z.enum(['All', ...(Object.keys(rateDimensions) as RateDimension[])])

const RateStatus = z.enum(['Active', 'Inactive', 'Deleted'])

export const Rate = z.strictObject({
  RateId: Id,
  Brand: z.string(),
  ObjectType,
  ObjectValue: z.string().nullable(),
  Status: RateStatus,
  Version,
  /** The period that applies today. */
  Amount: Decimal.nullable(),
  PointRate: Decimal.nullable(),
  Details: z.array(RateDetail),
})
export type Rate = z.infer<typeof Rate>

const fits = (value: string) => value.length <= 13
export const Amount = RateInput.refine(
  (value) => !value.startsWith('-') && value !== '0.00',
  'Must be more than 0',
).refine(fits, 'This number is too large')
export const PointRate = RateInput.refine((value) => !value.startsWith('-'), 'Must not be negative').refine(
  fits,
  'This number is too large',
)

const NewRateDetail = z.strictObject({ Amount, PointRate, EffectiveFrom: DateOnly, EffectiveTo: optional(DateOnly) })

/** The scope of a rate. */
const rateObject = {
  Brand: text(60),
  ObjectType,
  ObjectValue: optional(text(60)),
}

export const addRate = change({
  path: '/point/rates/add',
  access: { role: 'Point Rate' },
  scope: noRow('shared'),
  about: ['rate'],
  summary: 'Adds a rate: for one brand, or for All, which adds one for every brand and a template for later ones',
  status: 201,
  body: z.strictObject({
    ...rateObject,
    ObjectType: ObjectType.default('All'),
    Details: z.array(NewRateDetail).max(100).default([]),
  }),
  /** All created rates; the first is the requested one. */
  reply: Rate.extend({ Created: z.array(z.strictObject({ RateId: Id, Brand: z.string() })) }),
})

export const addRateDetail = change({
  path: '/point/rate-details/add',
  access: { role: 'Point Rate' },
  scope: rows(row('rate', 'RateId', 'everyone')),
  summary: 'Adds a period to a rate',
  status: 201,
  body: NewRateDetail.extend({ RateId: Id }),
  reply: RateDetail,
})

export const getRate = read({
  path: '/point/rates/find-one',
  access: { role: 'Point Rate' },
  scope: rows(row('rate', 'RateId', 'everyone')),
  summary: 'Returns one rate with its periods, and the goods to which it applies today',
  body: z.strictObject({ RateId: Id }),
  reply: Rate.extend({
    CountsToday: z.strictObject({
      /** The brands to whose goods it applies, wholly or in part; for the template also brands that are not listed. */
      Brands: z.array(z.string()),
      OtherBrandsYN: YN,
      /** Narrower rates that override it for a part of its scope. */
      LosesTo: z.array(
        z.strictObject({ RateId: Id, Brand: z.string(), ObjectType, ObjectValue: z.string().nullable() }),
      ),
    }),
  }),
})

export const getRateDetails = read({
  method: 'GET',
  path: '/point/rates/:RateId/details',
  access: { role: 'Point Rate' },
  scope: rows(row('rate', 'RateId', 'everyone')),
  summary: 'Lists the periods of one rate',
  body: z.strictObject({ RateId: Id }),
  reply: pageOf(RateDetail),
})

export const listRates = read({
  path: '/point/rates/find-all',
  access: { role: 'Point Rate' },
  scope: noRow('shared'),
  about: ['rate'],
  summary: 'Lists point rates',
  body: pageQuery({ Brand: filterText, ObjectType, Status: RateStatus }, { rows: 20, sort: ['Brand'] }),
  reply: pageOf(Rate),
})

export const previewRate = read({
  path: '/point/rates/preview',
  access: { role: 'Point Rate' },
  scope: noRow('shared'),
  summary: 'Previews which rates /point/rates/add would add, and which brands have one already',
  body: z.strictObject({ ...rateObject, ObjectType: ObjectType.default('All') }),
  reply: z.strictObject({ Created: z.array(z.string()), Kept: z.array(z.string()) }),
})

export const updateRate = change({
  path: '/point/rates/update',
  access: { role: 'Point Rate' },
  scope: rows(row('rate', 'RateId', 'everyone')),
  summary:
    'Switches a rate on or off; its scope can be changed until its first period begins. Periods are updated together: Expired ones stay, Active ones take a new end, Inactive ones may move, those without an id are added',
  body: z
    .strictObject(rateObject)
    .partial()
    .extend({
      RateId: Id,
      Version: Version.optional(),
      Status: z.enum(['Active', 'Inactive']).optional(),
      Details: z
        .array(NewRateDetail.partial().extend({ RateDetailId: Id.optional() }))
        .max(100)
        .optional(),
    }),
  reply: Rate,
})

export const deleteRate = change({
  path: '/point/rates/delete',
  access: { role: 'Point Rate' },
  scope: rows(row('rate', 'RateId', 'everyone')),
  summary: 'Marks a rate as Deleted: no sale earns by it any more, points earned before stay',
  body: z.strictObject({ RateId: Id }),
  reply: Rate,
})

export const restoreRate = change({
  path: '/point/rates/restore',
  access: { role: 'Point Rate' },
  scope: rows(row('rate', 'RateId', 'everyone')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ RateId: Id }),
  reply: Rate,
})

export const listRateDetails = read({
  path: '/point/rate-details/find-all',
  access: { role: 'Point Rate' },
  scope: noRow('shared'),
  about: ['rate detail', 'rate'],
  summary: 'Lists periods of rates with the scope of their rate, the latest first',
  body: pageQuery(
    { RateId: Id, Brand: filterText, Status: PeriodStatus },
    { rows: 20, sort: ['EffectiveFrom', 'Brand'], direction: 'DESC' },
  ),
  reply: pageOf(RateDetail.extend({ Brand: z.string(), ObjectType, ObjectValue: z.string().nullable() })),
})

export const getRateDetail = read({
  method: 'GET',
  path: '/point/rate-details/find-one',
  access: { role: 'Point Rate' },
  scope: rows(row('rate detail', 'RateDetailId', 'everyone')),
  summary: 'Returns one period of a rate',
  // Values of a query are texts.
  body: z.strictObject({
    RateDetailId: z.preprocess((value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value), Id),
  }),
  reply: RateDetail,
})

export const updateRateDetail = change({
  path: '/point/rate-details/update',
  access: { role: 'Point Rate' },
  scope: rows(row('rate detail', 'RateDetailId', 'everyone')),
  about: ['rate detail', 'rate'],
  summary: 'Moves the end of a running period, or changes a future one; an omitted end stays',
  ignored: ignoring('A period stays with its rate', 'RateId'),
  body: NewRateDetail.partial().extend({ RateDetailId: Id }),
  reply: RateDetail,
})

export const expireRateDetail = change({
  path: '/point/rate-details/expire',
  access: { role: 'Point Rate' },
  scope: rows(row('rate detail', 'RateDetailId', 'everyone')),
  about: ['rate detail', 'rate'],
  summary:
    'Ends a running period immediately: earlier sales still earn by it, later ones do not, and a new period may begin today',
  body: z.strictObject({ RateDetailId: Id }),
  reply: RateDetail,
})

export const deleteRateDetail = change({
  path: '/point/rate-details/delete',
  access: { role: 'Point Rate' },
  scope: rows(row('rate detail', 'RateDetailId', 'everyone')),
  about: ['rate detail', 'rate'],
  summary: 'Marks a period that has not ended as Deleted',
  body: z.strictObject({ RateDetailId: Id }),
  reply: RateDetail,
})

export const restoreRateDetail = change({
  path: '/point/rate-details/restore',
  access: { role: 'Point Rate' },
  scope: rows(row('rate detail', 'RateDetailId', 'everyone')),
  about: ['rate detail', 'rate'],
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ RateDetailId: Id }),
  reply: RateDetail,
})
