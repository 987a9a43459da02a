import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  code,
  DateOnly,
  Decimal,
  filterText,
  Id,
  longText,
  MoneyFromZero,
  optional,
  Points,
  PointsAmount,
  RateInput,
  text,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'

// Structures and rates: what makes a sale earn.

export const ruleRefusals = {
  structureExists: refusal(409, 'points.structure_exists', 'Point structure {Code} exists already'),
  structureNotFound: refusal(404, 'points.structure_not_found', 'Record not found'),
  periodsOverlap: refusal(409, 'points.periods_overlap', 'This period overlaps with another one'),
  rateExists: refusal(409, 'points.rate_exists', 'There is a rate for {Brand} already'),
  rateNotFound: refusal(404, 'points.rate_not_found', 'Record not found'),
  endBeforeStart: refusal(400, 'points.end_before_start', 'The end must not lie before the start'),
}

export const StructureDetail = z.strictObject({
  StructureDetailId: Id,
  StructureId: Id,
  EffectiveFrom: z.string(),
  EffectiveTo: z.string().nullable(),
  Multiplier: Decimal,
  Remark: z.string().nullable(),
  /** Follows from the dates: Inactive has not started, Active runs, Expired has ended. */
  Status: z.enum(['Active', 'Inactive', 'Expired', 'Deleted']),
})

export const Structure = z.strictObject({
  StructureId: Id,
  Code: z.string(),
  Name: z.string(),
  Description: z.string().nullable(),
  BalanceType: z.string(),
  CardGroupId: Id.nullable(),
  CardCategoryCode: z.string().nullable(),
  MemberType: z.string().nullable(),
  ValidityMonths: z.int().nullable(),
  ExpiryRounding: z.enum(['End of month', 'None']),
  PendingDays: z.int(),
  MinimumSpend: Decimal,
  MaxPointsPerInvoice: Points.nullable(),
  Rounding: z.enum(['Floor', 'Half up']),
  Status: z.enum(['Active', 'Inactive', 'Expired', 'Deleted']),
  Version: z.int(),
  Details: z.array(StructureDetail),
})
export type Structure = z.infer<typeof Structure>

const NewStructureDetail = z.strictObject({
  EffectiveFrom: DateOnly,
  EffectiveTo: optional(DateOnly),
  Multiplier: RateInput.refine((value) => !value.startsWith('-'), 'Must not be negative').default('1.00'),
  Remark: optional(text(300)),
})

export const addStructure = change({
  path: '/point/structures/add',
  access: { role: 'Point Structure' },
  summary: 'Makes a point structure with its dated windows',
  status: 201,
  body: z.strictObject({
    Code: code(20),
    Name: text(100),
    Description: optional(longText(500)),
    CardGroupId: optional(Id),
    CardCategoryCode: optional(code(20)),
    MemberType: optional(z.enum(['Premium Member', 'Non-Premium Member'])),
    ValidityMonths: z.int().min(1).max(600).nullable().default(24),
    ExpiryRounding: z.enum(['End of month', 'None']).default('End of month'),
    PendingDays: z.int().min(0).max(365).default(0),
    MinimumSpend: MoneyFromZero.default('0.00'),
    MaxPointsPerInvoice: optional(PointsAmount),
    Rounding: z.enum(['Floor', 'Half up']).default('Floor'),
    Details: z.array(NewStructureDetail).max(100).default([]),
  }),
  reply: Structure,
})

export const addStructureDetail = change({
  path: '/point/structure-details/add',
  access: { role: 'Point Structure' },
  summary: 'Adds a dated window to a structure',
  status: 201,
  body: NewStructureDetail.extend({ StructureId: Id }),
  reply: StructureDetail,
})

export const getStructure = read({
  path: '/point/structures/find-one',
  access: { role: 'Point Structure' },
  summary: 'One point structure with its windows',
  body: z.strictObject({ StructureId: Id }),
  reply: Structure,
})

export const listStructures = read({
  path: '/point/structures/find-all',
  access: { role: 'Point Structure' },
  summary: 'Point structures',
  body: pageQuery({ Code: filterText, Name: filterText, Status: filterText }, { rows: 20, sort: ['Code', 'Name'] }),
  reply: pageOf(Structure),
})

export const RateDetail = z.strictObject({
  RateDetailId: Id,
  RateId: Id,
  Amount: Decimal,
  PointRate: Decimal,
  EffectiveFrom: z.string(),
  EffectiveTo: z.string().nullable(),
  Status: z.enum(['Active', 'Inactive', 'Expired', 'Deleted']),
})

export const Rate = z.strictObject({
  RateId: Id,
  Brand: z.string(),
  ObjectType: z.enum(['All', 'ProductType', 'ProductGroup', 'CardCategory']),
  ObjectValue: z.string().nullable(),
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
  Version: z.int(),
  Details: z.array(RateDetail),
})
export type Rate = z.infer<typeof Rate>

const NewRateDetail = z.strictObject({
  Amount: RateInput.refine((value) => !value.startsWith('-') && value !== '0.00', 'Must be more than 0'),
  PointRate: RateInput.refine((value) => !value.startsWith('-'), 'Must not be negative'),
  EffectiveFrom: DateOnly,
  EffectiveTo: optional(DateOnly),
})

export const addRate = change({
  path: '/point/rates/add',
  access: { role: 'Point Rate' },
  summary: 'Makes a rate: for one brand, or for All, which makes one for every brand and a template for later ones',
  status: 201,
  body: z.strictObject({
    Brand: text(60),
    ObjectType: z.enum(['All', 'ProductType', 'ProductGroup', 'CardCategory']).default('All'),
    ObjectValue: optional(text(60)),
    Details: z.array(NewRateDetail).max(100).default([]),
  }),
  /** All rates that were made; the first is the one asked for. */
  reply: Rate.extend({ Created: z.array(z.strictObject({ RateId: Id, Brand: z.string() })) }),
})

export const addRateDetail = change({
  path: '/point/rate-details/add',
  access: { role: 'Point Rate' },
  summary: 'Adds a dated version to a rate',
  status: 201,
  body: NewRateDetail.extend({ RateId: Id }),
  reply: RateDetail,
})

export const getRate = read({
  path: '/point/rates/find-one',
  access: { role: 'Point Rate' },
  summary: 'One rate with its versions',
  body: z.strictObject({ RateId: Id }),
  reply: Rate,
})

export const getRateDetails = read({
  method: 'GET',
  path: '/point/rates/:RateId/details',
  access: { role: 'Point Rate' },
  summary: 'The versions of one rate',
  body: z.strictObject({ RateId: Id }),
  reply: pageOf(RateDetail),
})

export const listRates = read({
  path: '/point/rates/find-all',
  access: { role: 'Point Rate' },
  summary: 'Point rates',
  body: pageQuery({ Brand: filterText, ObjectType: filterText, Status: filterText }, { rows: 20, sort: ['Brand'] }),
  reply: pageOf(Rate),
})
