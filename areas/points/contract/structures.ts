import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  DateOnly,
  Decimal,
  filterText,
  Id,
  integerInRange,
  longText,
  MoneyFromZero,
  optionalField,
  Points,
  PointsAmount,
  RateInput,
  text,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { declareDatedRule, SwitchedStatus } from './dated-rule.ts'
import { PeriodStatus } from './rules.ts'

// POINT STRUCTURES define which members earn points and when, and how points are rounded, delayed and expire.

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
  /** Status of a structure: Active in a period, Inactive if switched off or before all periods, Expired after them. */
  Status: PeriodStatus,
  /** Y: the structure applies only to sales that name the structure, as imported sales can. */
  NamedOnlyYN: YN,
  /** N: switched off manually; no period applies. */
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
  EffectiveTo: optionalField(DateOnly),
  Multiplier: Multiplier.default('1.00'),
  Remark: optionalField(text(300)),
})

/** Changes to an existing period. Locked fields must be unchanged, unless the specification says to ignore them. */
const StructureDetailChanges = z.strictObject({
  EffectiveFrom: DateOnly.optional(),
  EffectiveTo: optionalField(DateOnly),
  Multiplier: Multiplier.optional(),
  Remark: optionalField(text(300)),
})

const structureFields = {
  Name: text(100),
  Description: optionalField(longText(500)),
  CardGroupId: optionalField(Id),
  CardCategoryCode: optionalField(codeText(20)),
  MemberType: optionalField(z.enum(['Premium Member', 'Non-Premium Member'])),
  ValidityMonths: integerInRange(1, 600).nullable(),
  ExpiryRounding: z.enum(['End of month', 'None']),
  PendingDays: integerInRange(0, 365),
  MinimumSpend: MoneyFromZero,
  MaxPointsPerInvoice: optionalField(PointsAmount),
  Rounding: z.enum(['Floor', 'Half up']),
  NamedOnlyYN: YN,
}

/**
 * Two structures for the same members must not run on the same day.
 * Y ends the other structure on the day before this structure begins; that day must be yesterday or later.
 */
const endOther = { EndOtherYN: YN.default('N') }

const Other = z.strictObject({ StructureId: Id, Code: z.string(), Name: z.string(), Categories: z.array(z.string()) })

/** Categories to which a structure applies today, structures that override it, and structures that it overrides. */
const CountsToday = z.strictObject({
  Categories: z.array(z.strictObject({ CardCategoryCode: z.string(), Name: z.string() })),
  LosesTo: z.array(Other),
  WinsOver: z.array(Other),
})

const structure = declareDatedRule({
  noun: 'structure',
  role: 'Point Structure',
  key: { StructureId: Id },
  periodKey: { StructureDetailId: Id },
  Rule: Structure,
  Detail: StructureDetail,
})

export const addPointStructure = change({
  path: '/point/structures/add',
  ...structure.list,
  summary: 'Adds a point structure with its periods',
  status: 201,
  body: z.strictObject({
    ...structureFields,
    Code: codeText(20),
    Status: SwitchedStatus.default('Active'),
    ValidityMonths: structureFields.ValidityMonths.default(24),
    ExpiryRounding: structureFields.ExpiryRounding.default('End of month'),
    PendingDays: structureFields.PendingDays.default(0),
    MinimumSpend: structureFields.MinimumSpend.default('0.00'),
    Rounding: structureFields.Rounding.default('Floor'),
    NamedOnlyYN: structureFields.NamedOnlyYN.default('N'),
    ...endOther,
    Details: z.array(NewStructureDetail).max(100).default([]),
  }),
  reply: Structure,
})

export const addPointStructureDetail = change({
  path: '/point/structure-details/add',
  ...structure.one,
  summary: 'Adds a period to a structure',
  status: 201,
  body: NewStructureDetail.extend({ StructureId: Id, ...endOther }),
  reply: StructureDetail,
})

export const getPointStructure = read({
  path: '/point/structures/find-one',
  ...structure.one,
  summary: 'Returns one point structure with its periods, and the members to whom it applies today',
  reply: Structure.extend({ CountsToday }),
})

export const listPointStructures = read({
  path: '/point/structures/find-all',
  ...structure.list,
  summary: 'Lists point structures',
  body: pageQuery({ Code: filterText, Name: filterText, Status: PeriodStatus }, { rows: 20, sort: ['Code', 'Name'] }),
  reply: pageReply(Structure),
})

export const updatePointStructure = change({
  path: '/point/structures/update',
  ...structure.one,
  summary:
    'Updates a structure and its periods: Expired ones stay, Active ones take a new end, Inactive ones may move, those without an id are added',
  body: z
    .strictObject(structureFields)
    .partial()
    .extend({
      StructureId: Id,
      Version: Version.optional(),
      Status: SwitchedStatus.optional(),
      ...endOther,
      Details: z
        .array(StructureDetailChanges.extend({ StructureDetailId: Id.optional() }))
        .max(100)
        .optional(),
    }),
})

export const deleteStructure = structure.remove
export const restoreStructure = structure.restore

export const updatePointStructureDetail = change({
  path: '/point/structure-details/update',
  ...structure.period,
  about: ['structure'],
  summary: 'Moves the end of a running period, or changes a future one; an omitted end stays',
  ignored: ignoreFields('A period stays with its structure', 'StructureId'),
  body: StructureDetailChanges.extend({ StructureDetailId: Id, ...endOther }),
})
