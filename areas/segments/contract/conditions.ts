import { z } from 'zod'
import { text } from '#kit/contract/fields.ts'

// WHO IS MEANT: groups of conditions. A group says whether all, any or none of what stands in it holds; groups stand in groups
// up to this depth, which is more than anybody can read.

export const VALUES_MAX = 200
/** In one group. */
export const CONDITIONS_MAX = 12

/** What kind of value a field has, and with it what can be asked of it. */
export const Kind = z.enum(['choice', 'set', 'text', 'number', 'points', 'amount', 'date', 'day', 'yes-no'])
export type Kind = z.infer<typeof Kind>

export const Test = z.enum([
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
export type Test = z.infer<typeof Test>

/** A date that everybody may have, or not: asked for by what it is, or by how far it is from today. */
export const testsOf: Readonly<Record<Kind, readonly [Test, ...Test[]]>> = {
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

export const Unit = z.enum(['days', 'months', 'years'])
export type Unit = z.infer<typeof Unit>

/** So much of time from today backwards, today within. */
export const Period = z.strictObject({ Last: z.int().min(1).max(999), Unit })
export type Period = z.infer<typeof Period>

export const Condition = z.strictObject({
  /** `sales.Spend`: the area that brings the field, and its name there; with the code of one that the company added. */
  Field: z
    .string()
    .max(80)
    .regex(/^[a-z-]+\.[A-Za-z]+(\.[A-Z0-9_]{1,20})?$/, 'Choose one of the list'),
  Test,
  /** One value, two for Between, any number of them for Any of and None of. */
  Values: z.array(text(100)).max(VALUES_MAX).default([]),
  /** Of a number of days, months or years. */
  Unit: Unit.optional(),
  /** What happened in this time alone; without it, ever. */
  Period: Period.optional(),
})
export type Condition = z.infer<typeof Condition>

export const Match = z.enum(['All', 'Any', 'None'])
export type Match = z.infer<typeof Match>

const groupOf = <Part extends z.ZodType>(part: Part) =>
  z.strictObject({ Match, Conditions: z.array(part).min(1, 'Required').max(CONDITIONS_MAX) })

// No client can be made from a type that names itself: the depth is written out.
const Inner = groupOf(Condition)
const Middle = groupOf(z.union([Condition, Inner]))
export const Group = groupOf(z.union([Condition, Middle]))
export type Group = { Match: Match; Conditions: readonly Part[] }
export type Part = Condition | Group

export const isGroup = (part: Part): part is Group => 'Match' in part

/** Every condition, wherever it stands. */
export const conditionsIn = (group: Group): Condition[] =>
  group.Conditions.flatMap((part) => (isGroup(part) ? conditionsIn(part) : [part]))
