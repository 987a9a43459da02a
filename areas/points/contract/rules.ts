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
  Version,
  YN,
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
  structureDeleted: refusal(409, 'points.structure_deleted', 'The point structure is deleted'),
  structureNotDeleted: refusal(409, 'points.structure_not_deleted', 'Only a deleted point structure can be restored'),
  detailNotFound: refusal(404, 'points.structure_detail_not_found', 'Record not found'),
  versionNotFound: refusal(404, 'points.rate_detail_not_found', 'Record not found'),
  expired: refusal(
    409,
    'points.expired_is_left_alone',
    'This period has ended on {Date}; it cannot be changed any more',
  ),
  running: refusal(409, 'points.only_its_end', 'This period has begun on {Date}; only its end can be changed'),
  endInPast: refusal(409, 'points.end_in_past', 'The end must be {Date} or later'),
  startInPast: refusal(409, 'points.start_in_past', 'The start must be {Date} or later'),
  notStarted: refusal(409, 'points.not_started', 'This period begins on {Date}; delete it instead'),
  rateDeleted: refusal(409, 'points.rate_deleted', 'The point rate is deleted'),
  rateNotDeleted: refusal(409, 'points.rate_not_deleted', 'Only a deleted point rate can be restored'),
  rateStarted: refusal(
    409,
    'points.rate_started',
    'The rate of {Brand} has counted already; what it is for stays as it is',
  ),
  detailDeleted: refusal(409, 'points.rate_detail_deleted', 'The rate detail is deleted'),
  detailNotDeleted: refusal(409, 'points.rate_detail_not_deleted', 'Only a deleted rate detail can be restored'),
  undoOver: refusal(409, 'points.undo_over', 'A delete can be undone for 30 seconds only'),
  objectMissing: refusal(400, 'points.object_missing', 'Please say which {ObjectType} the rate is for'),
}

/** A dated part of a rule: Inactive has not started, Active runs, Expired has ended. It follows from its dates. */
export const PeriodStatus = z.enum(['Active', 'Inactive', 'Expired', 'Deleted'])

export const StructureDetail = z.strictObject({
  StructureDetailId: Id,
  StructureId: Id,
  EffectiveFrom: z.string(),
  EffectiveTo: z.string().nullable(),
  Multiplier: Decimal,
  Remark: z.string().nullable(),
  Status: PeriodStatus,
})
export type StructureDetail = z.infer<typeof StructureDetail>

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
  /** Active while a detail runs, Inactive before the first and while switched off, Expired after the last. */
  Status: PeriodStatus,
  /** N: switched off by hand; no detail counts. */
  EnabledYN: YN,
  Version,
  Details: z.array(StructureDetail),
})
export type Structure = z.infer<typeof Structure>

export const Multiplier = RateInput.refine((value) => !value.startsWith('-'), 'Must not be negative').refine(
  (value) => Number(value) <= 100,
  'Must be at most 100',
)

const NewStructureDetail = z.strictObject({
  EffectiveFrom: DateOnly,
  EffectiveTo: optional(DateOnly),
  Multiplier: Multiplier.default('1.00'),
  Remark: optional(text(300)),
})

/** What may be sent of a detail that stands. What its state locks is accepted where it is not different, or where the specification drops it. */
const StructureDetailChanges = z.strictObject({
  EffectiveFrom: DateOnly.optional(),
  EffectiveTo: optional(DateOnly),
  Multiplier: Multiplier.optional(),
  Remark: optional(text(300)),
})

const structureFields = {
  Name: text(100),
  Description: optional(longText(500)),
  CardGroupId: optional(Id),
  CardCategoryCode: optional(code(20)),
  MemberType: optional(z.enum(['Premium Member', 'Non-Premium Member'])),
  ValidityMonths: z.int('Please only use number').min(1).max(600).nullable(),
  ExpiryRounding: z.enum(['End of month', 'None']),
  PendingDays: z.int('Please only use number').min(0).max(365),
  MinimumSpend: MoneyFromZero,
  MaxPointsPerInvoice: optional(PointsAmount),
  Rounding: z.enum(['Floor', 'Half up']),
}

export const addStructure = change({
  path: '/point/structures/add',
  access: { role: 'Point Structure' },
  summary: 'Makes a point structure with its dated windows',
  status: 201,
  body: z.strictObject({
    ...structureFields,
    Code: code(20),
    ValidityMonths: structureFields.ValidityMonths.default(24),
    ExpiryRounding: structureFields.ExpiryRounding.default('End of month'),
    PendingDays: structureFields.PendingDays.default(0),
    MinimumSpend: structureFields.MinimumSpend.default('0.00'),
    Rounding: structureFields.Rounding.default('Floor'),
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
  body: pageQuery({ Code: filterText, Name: filterText, Status: PeriodStatus }, { rows: 20, sort: ['Code', 'Name'] }),
  reply: pageOf(Structure),
})

export const updateStructure = change({
  path: '/point/structures/update',
  access: { role: 'Point Structure' },
  summary:
    'Changes a structure and its details: Expired ones are left alone, Active ones take a new end, Inactive ones may move, those without an id are created',
  body: z
    .strictObject(structureFields)
    .partial()
    .extend({
      StructureId: Id,
      Version,
      Status: z.enum(['Active', 'Inactive']).optional(),
      Details: z
        .array(StructureDetailChanges.extend({ StructureDetailId: Id.optional() }))
        .max(100)
        .optional(),
    }),
  reply: Structure,
})

export const deleteStructure = change({
  path: '/point/structures/delete',
  access: { role: 'Point Structure' },
  summary: 'Marks a structure as Deleted: no sale earns by it any more, points that were given stay',
  body: z.strictObject({ StructureId: Id }),
  reply: Structure,
})

export const restoreStructure = change({
  path: '/point/structures/restore',
  access: { role: 'Point Structure' },
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ StructureId: Id }),
  reply: Structure,
})

export const updateStructureDetail = change({
  path: '/point/structure-details/update',
  access: { role: 'Point Structure' },
  summary: 'Moves the end of a detail that runs, or changes one that has not begun; an end that is left out stays',
  body: StructureDetailChanges.extend({ StructureDetailId: Id }),
  reply: StructureDetail,
})

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

export const ObjectType = z.enum(['All', 'ProductType', 'ProductGroup', 'CardCategory'])

const RateStatus = z.enum(['Active', 'Inactive', 'Deleted'])

export const Rate = z.strictObject({
  RateId: Id,
  Brand: z.string(),
  ObjectType,
  ObjectValue: z.string().nullable(),
  Status: RateStatus,
  Version,
  /** The detail that counts today. */
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

/** What a rate is for. */
const rateObject = {
  Brand: text(60),
  ObjectType,
  ObjectValue: optional(text(60)),
}

export const addRate = change({
  path: '/point/rates/add',
  access: { role: 'Point Rate' },
  summary: 'Makes a rate: for one brand, or for All, which makes one for every brand and a template for later ones',
  status: 201,
  body: z.strictObject({
    ...rateObject,
    ObjectType: ObjectType.default('All'),
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
  body: pageQuery({ Brand: filterText, ObjectType, Status: RateStatus }, { rows: 20, sort: ['Brand'] }),
  reply: pageOf(Rate),
})

export const previewRate = read({
  path: '/point/rates/preview',
  access: { role: 'Point Rate' },
  summary: 'Which rates /point/rates/add would make, and which brands keep the one they have',
  body: z.strictObject({ ...rateObject, ObjectType: ObjectType.default('All') }),
  reply: z.strictObject({ Created: z.array(z.string()), Kept: z.array(z.string()) }),
})

export const updateRate = change({
  path: '/point/rates/update',
  access: { role: 'Point Rate' },
  summary: 'Switches a rate on or off; what it is for can be changed until its first detail begins',
  body: z
    .strictObject(rateObject)
    .partial()
    .extend({ RateId: Id, Version, Status: z.enum(['Active', 'Inactive']).optional() }),
  reply: Rate,
})

export const deleteRate = change({
  path: '/point/rates/delete',
  access: { role: 'Point Rate' },
  summary: 'Marks a rate as Deleted: no sale earns by it any more, points that were given stay',
  body: z.strictObject({ RateId: Id }),
  reply: Rate,
})

export const restoreRate = change({
  path: '/point/rates/restore',
  access: { role: 'Point Rate' },
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ RateId: Id }),
  reply: Rate,
})

export const listRateDetails = read({
  path: '/point/rate-details/find-all',
  access: { role: 'Point Rate' },
  summary: 'Details of rates with what they are for, the latest first',
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
  summary: 'One detail of a rate',
  // A query holds texts.
  body: z.strictObject({
    RateDetailId: z.preprocess((value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value), Id),
  }),
  reply: RateDetail,
})

export const updateRateDetail = change({
  path: '/point/rate-details/update',
  access: { role: 'Point Rate' },
  summary: 'Moves the end of a detail that runs, or changes one that has not begun; an end that is left out stays',
  body: NewRateDetail.partial().extend({ RateDetailId: Id }),
  reply: RateDetail,
})

export const expireRateDetail = change({
  path: '/point/rate-details/expire',
  access: { role: 'Point Rate' },
  summary: 'Ends a detail that runs: yesterday was its last day, or today if it began today',
  body: z.strictObject({ RateDetailId: Id }),
  reply: RateDetail,
})

export const deleteRateDetail = change({
  path: '/point/rate-details/delete',
  access: { role: 'Point Rate' },
  summary: 'Marks a detail that has not ended as Deleted',
  body: z.strictObject({ RateDetailId: Id }),
  reply: RateDetail,
})

export const restoreRateDetail = change({
  path: '/point/rate-details/restore',
  access: { role: 'Point Rate' },
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ RateDetailId: Id }),
  reply: RateDetail,
})
