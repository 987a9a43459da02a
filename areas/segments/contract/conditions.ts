import { z } from 'zod'
import { text } from '#kit/contract/fields.ts'

// CONDITIONS form groups: a group matches if all, any or none of its parts match. Groups nest up to three levels.

export const CONDITION_VALUES_MAX = 200
/** Maximum number of parts in a group of conditions. */
export const CONDITIONS_PER_GROUP_MAX = 12

/** Value type of a field, which determines the tests that a condition can use. */
export const ValueKind = z.enum(['choice', 'set', 'text', 'number', 'points', 'amount', 'date', 'day', 'yes-no'])
export type ValueKind = z.infer<typeof ValueKind>

export const ConditionTest = z.enum([
  'Any of',
  'None of',
  'Contains',
  'At least',
  'At most',
  'Between',
  'In the last',
  'Longer ago',
  'In the next',
  'In the months',
  'Known',
  'Unknown',
  'Yes',
  'No',
])
export type ConditionTest = z.infer<typeof ConditionTest>

/** Tests by value type of the field; `date` is a point in time, `day` is a day of the year, such as a birthday. */
export const conditionTestsByValueKind: Readonly<Record<ValueKind, readonly [ConditionTest, ...ConditionTest[]]>> = {
  choice: ['Any of', 'None of', 'Known', 'Unknown'],
  set: ['Any of', 'None of'],
  text: ['Any of', 'None of', 'Contains', 'Known', 'Unknown'],
  number: ['At least', 'At most', 'Between'],
  points: ['At least', 'At most', 'Between'],
  amount: ['At least', 'At most', 'Between'],
  date: ['In the last', 'Longer ago', 'In the next', 'Between', 'Known', 'Unknown'],
  day: ['In the months', 'In the next', 'Known', 'Unknown'],
  'yes-no': ['Yes', 'No'],
}

export const PeriodUnit = z.enum(['days', 'months', 'years'])
export type PeriodUnit = z.infer<typeof PeriodUnit>

/** A period of the last days, months or years, including today. */
export const RelativePeriod = z.strictObject({ Last: z.int().min(1).max(999), Unit: PeriodUnit })
export type RelativePeriod = z.infer<typeof RelativePeriod>

export const Condition = z.strictObject({
  /** Area and name of the field, such as `sales.Spend`; the name of a custom field is its code. */
  Field: z
    .string()
    .max(80)
    .regex(/^[a-z-]+\.[A-Za-z]+(\.[A-Z0-9_]{1,20})?$/, 'Choose one of the list'),
  Test: ConditionTest,
  /** Values of the test: two for Between, any number for Any of and None of, otherwise one. */
  Values: z.array(text(100)).max(CONDITION_VALUES_MAX).default([]),
  /** Unit of the value if the value is a number of days, months or years. */
  Unit: PeriodUnit.optional(),
  /** Period of the events that the condition evaluates; without a period all events count. */
  Period: RelativePeriod.optional(),
})
export type Condition = z.infer<typeof Condition>

export const GroupMatch = z.enum(['All', 'Any', 'None'])
export type GroupMatch = z.infer<typeof GroupMatch>

const groupOf = <Part extends z.ZodType>(part: Part) =>
  z.strictObject({ Match: GroupMatch, Conditions: z.array(part).min(1, 'Required').max(CONDITIONS_PER_GROUP_MAX) })

// Each level of groups has its own type, because client generators do not support recursive types.
const Inner = groupOf(Condition)
const Middle = groupOf(z.union([Condition, Inner]))
export const ConditionGroup = groupOf(z.union([Condition, Middle]))
export type ConditionGroup = { Match: GroupMatch; Conditions: readonly ConditionGroupPart[] }
export type ConditionGroupPart = Condition | ConditionGroup

export const isConditionGroup = (part: ConditionGroupPart): part is ConditionGroup => 'Match' in part

/** Returns all conditions of a group and its nested groups. */
export const listConditionsOfGroup = (group: ConditionGroup): Condition[] =>
  group.Conditions.flatMap((part) => (isConditionGroup(part) ? listConditionsOfGroup(part) : [part]))
