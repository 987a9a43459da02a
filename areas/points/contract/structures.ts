import { z } from 'zod'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import {
  code,
  DateOnly,
  Decimal,
  figure,
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
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { PeriodStatus } from './rules.ts'

// Structures: whose sales earn, when, and how what they earned is rounded, held back and kept.

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
  /** Y: counts only for sales that name it, those of an import; never for a member by itself. */
  NamedOnlyYN: YN,
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

/** Inactive switches the structure off: no window counts. */
const SwitchedStatus = z.enum(['Active', 'Inactive'])

const structureFields = {
  Name: text(100),
  Description: optional(longText(500)),
  CardGroupId: optional(Id),
  CardCategoryCode: optional(code(20)),
  MemberType: optional(z.enum(['Premium Member', 'Non-Premium Member'])),
  ValidityMonths: figure(1, 600).nullable(),
  ExpiryRounding: z.enum(['End of month', 'None']),
  PendingDays: figure(0, 365),
  MinimumSpend: MoneyFromZero,
  MaxPointsPerInvoice: optional(PointsAmount),
  Rounding: z.enum(['Floor', 'Half up']),
  NamedOnlyYN: YN,
}

/**
 * Two structures for the same members must not run on the same day. Y ends the other one on the day before the first
 * day of this one, where that day is yesterday or later.
 */
const endOther = { EndOtherYN: YN.default('N') }

const Other = z.strictObject({ StructureId: Id, Code: z.string(), Name: z.string(), Categories: z.array(z.string()) })

/** Whom a structure counts for today, by the rule by which sales earn; which narrower ones count before it, and before which wider ones it does. */
const CountsToday = z.strictObject({
  Categories: z.array(z.strictObject({ CardCategoryCode: z.string(), Name: z.string() })),
  LosesTo: z.array(Other),
  WinsOver: z.array(Other),
})

export const addStructure = change({
  path: '/point/structures/add',
  access: { role: 'Point Structure' },
  scope: noRow('shared'),
  about: ['structure'],
  summary: 'Makes a point structure with its dated windows',
  status: 201,
  body: z.strictObject({
    ...structureFields,
    Code: code(20),
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

export const addStructureDetail = change({
  path: '/point/structure-details/add',
  access: { role: 'Point Structure' },
  scope: rows(row('structure', 'StructureId', 'everyone')),
  summary: 'Adds a dated window to a structure',
  status: 201,
  body: NewStructureDetail.extend({ StructureId: Id, ...endOther }),
  reply: StructureDetail,
})

export const getStructure = read({
  path: '/point/structures/find-one',
  access: { role: 'Point Structure' },
  scope: rows(row('structure', 'StructureId', 'everyone')),
  summary: 'One point structure with its windows, and for whom it counts today',
  body: z.strictObject({ StructureId: Id }),
  reply: Structure.extend({ CountsToday }),
})

export const listStructures = read({
  path: '/point/structures/find-all',
  access: { role: 'Point Structure' },
  scope: noRow('shared'),
  about: ['structure'],
  summary: 'Point structures',
  body: pageQuery({ Code: filterText, Name: filterText, Status: PeriodStatus }, { rows: 20, sort: ['Code', 'Name'] }),
  reply: pageOf(Structure),
})

export const updateStructure = change({
  path: '/point/structures/update',
  access: { role: 'Point Structure' },
  scope: rows(row('structure', 'StructureId', 'everyone')),
  summary:
    'Changes a structure and its details: Expired ones are left alone, Active ones take a new end, Inactive ones may move, those without an id are created',
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
  reply: Structure,
})

export const deleteStructure = change({
  path: '/point/structures/delete',
  access: { role: 'Point Structure' },
  scope: rows(row('structure', 'StructureId', 'everyone')),
  summary: 'Marks a structure as Deleted: no sale earns by it any more, points that were given stay',
  body: z.strictObject({ StructureId: Id }),
  reply: Structure,
})

export const restoreStructure = change({
  path: '/point/structures/restore',
  access: { role: 'Point Structure' },
  scope: rows(row('structure', 'StructureId', 'everyone')),
  summary: 'Undoes a delete within 30 seconds',
  body: z.strictObject({ StructureId: Id }),
  reply: Structure,
})

export const updateStructureDetail = change({
  path: '/point/structure-details/update',
  access: { role: 'Point Structure' },
  scope: rows(row('structure detail', 'StructureDetailId', 'everyone')),
  about: ['structure'],
  summary: 'Moves the end of a detail that runs, or changes one that has not begun; an end that is left out stays',
  ignored: ignoring('A window stays with its structure', 'StructureId'),
  body: StructureDetailChanges.extend({ StructureDetailId: Id, ...endOther }),
  reply: StructureDetail,
})
