import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DateOnly, MoneyFromZero } from '#kit/contract/fields.ts'
import { foldText } from '#kit/contract/normal-form.ts'
import type { Actor, Ctx, Services } from '#kit/server/ctx.ts'
import { buildContainsPattern } from '#kit/server/filters.ts'
import * as contract from '../contract.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionGroupPart,
  conditionTestsByValueKind,
  isConditionGroup,
  listConditionsOfGroup,
  type PeriodUnit,
  type RelativePeriod,
  segmentRefusals,
} from '../contract.ts'
import {
  findNamesOfRemovedFields,
  findSegmentFields,
  mayUseSegmentField,
  type SegmentFieldOfArea,
  segmentFieldLabel,
} from './fields.ts'

// Compiles the conditions of a segment into one SQL query.
// Data of sales, points and rewards is summed for all customers at once, and joined once per field and period.

type Sql = RawBuilder<unknown>
type CompileCtx = Pick<Ctx, 'db'> & {
  services: Pick<Services, 'areas'>
  today: string
  actor: Pick<Actor, 'privileges'>
}

/** SQL of the tables and the condition of a query that returns each matching customer `c` once. */
export type CustomerQuerySql = { from: Sql; where: Sql }

export async function compileConditions(ctx: CompileCtx, group: ConditionGroup): Promise<CustomerQuerySql> {
  const { joins, fieldOf } = await prepare(ctx, group)
  const where = groupMatches(group, (condition) => conditionMatches(fieldOf(condition), condition, joins))
  return { from: sql`customer c ${joins.all()}`, where: sql`${isSelectableCustomerSql} and ${where}` }
}

/** Evaluates a group for one customer; returns the result of the group, then that of each condition with its values. */
export async function explainConditions(
  ctx: CompileCtx,
  group: ConditionGroup,
  CustomerId: number,
): Promise<ConditionMatchResults | undefined> {
  const { joins, fieldOf } = await prepare(ctx, group)
  const each = listConditionsOfGroup(group).map((condition) => {
    const field = fieldOf(condition)
    return {
      holds: sql`(${conditionMatches(field, condition, joins)}) is true`,
      known: displayValues(field, condition, joins),
    }
  })
  const matches = groupMatches(group, (condition) => conditionMatches(fieldOf(condition), condition, joins))
  const { rows } = await sql<ConditionMatchResults>`
    select (${isSelectableCustomerSql} and ${matches}) is true as fits, array[${sql.join(each.map(({ holds }) => holds))}] as holds,
      jsonb_build_array(${sql.join(each.map(({ known }) => known))}) as known
    from customer c ${joins.all()} where c.customer_id = ${CustomerId}`.execute(ctx.db)
  return rows[0]
}
export type ConditionMatchResults = { Fits: boolean; Holds: boolean[]; Known: string[][] }

async function prepare({ services, db, today, actor }: CompileCtx, group: ConditionGroup) {
  if (listConditionsOfGroup(group).length > contract.SEGMENT_CONDITIONS_MAX)
    throw segmentRefusals.tooLong({ Most: contract.SEGMENT_CONDITIONS_MAX })
  const fields = new Map((await findSegmentFields({ services, db })).map((field) => [field.Field, field]))
  const removedNames = await findNamesOfRemovedFields(
    { services, db },
    listConditionsOfGroup(group).flatMap(({ Field }) => (fields.has(Field) ? [] : [Field])),
  )
  const fieldOf = ({ Field }: Condition) => {
    const field = fields.get(Field)
    if (!field) throw segmentRefusals.unknownField({ Field: removedNames.get(Field) ?? Field })
    if (!mayUseSegmentField(field, actor)) throw segmentRefusals.needsPrivilege({ Field: segmentFieldLabel(field) })
    return field
  }
  return { joins: new Joins(today), fieldOf }
}

/** SQL condition that excludes merged, archived and deleted customers from all segments. */
export const isSelectableCustomerSql: Sql = sql`c.status in ('Active', 'Inactive', 'Suspended')`

function groupMatches({ Match, Conditions }: ConditionGroup, conditionMatches: (condition: Condition) => Sql): Sql {
  const parts = Conditions.map((part: ConditionGroupPart) =>
    isConditionGroup(part) ? groupMatches(part, conditionMatches) : sql`(${conditionMatches(part)})`,
  )
  if (Match === 'All') return sql`(${sql.join(parts, sql` and `)})`
  if (Match === 'Any') return sql`(${sql.join(parts, sql` or `)})`
  // The operator `is not true` treats an unknown value (null) as false; the operator `not` would return null.
  return sql`(${sql.join(
    parts.map((part) => sql`${part} is not true`),
    sql` and `,
  )})`
}

/** Joins of the compiled query; conditions with the same field and period share a join. */
class Joins {
  readonly #today: string
  readonly #joins = new Map<string, { name: Sql; rows: Sql }>()

  constructor(today: string) {
    this.#today = today
  }

  periodArgs(period: RelativePeriod | undefined) {
    const today = this.#today
    const during = (column: Sql) =>
      period
        ? sql`${column} > ${before(today, `${period.Last}`, period.Unit)} and ${column} <= ${today}::date`
        : sql`true`
    return { today, during }
  }

  /** Returns the alias of the join with this key; adds the join if the query does not have it. */
  of(key: string, rows: () => Sql): Sql {
    const existing = this.#joins.get(key)
    if (existing) return existing.name
    const name = sql.raw(`k${this.#joins.size}`)
    this.#joins.set(key, { name, rows: rows() })
    return name
  }

  all(): Sql {
    const joins = [...this.#joins.values()].map(
      ({ name, rows }) => sql`left join (${rows}) ${name} on ${name}.customer_id = c.customer_id`,
    )
    return joins.length > 0 ? sql.join(joins, sql` `) : sql``
  }

  get today() {
    return this.#today
  }
}

/** SQL of the date that is a number of units before or after today. */
const before = (today: string, intervalCount: string, unit: PeriodUnit) =>
  sql`(${today}::date - make_interval(${sql.raw(unit)} => ${intervalCount}::int))::date`
const after = (today: string, intervalCount: string, unit: PeriodUnit) =>
  sql`(${today}::date + make_interval(${sql.raw(unit)} => ${intervalCount}::int))::date`

/** SQL of a condition; it is null for a customer without a value, which counts as false. */
function conditionMatches(field: SegmentFieldOfArea, condition: Condition, joins: Joins): Sql {
  assertValidCondition(field, condition)
  const { Test, Values, Period } = condition
  if (field.Kind === 'set') {
    const has = joins.of(
      JSON.stringify([field.Field, Period, Values.toSorted()]),
      () =>
        sql`select distinct r.customer_id from (${fieldRows(field, Period, joins)}) r where r.value = any(${Values}::text[])`,
    )
    return Test === 'None of' ? sql`${has}.customer_id is null` : sql`${has}.customer_id is not null`
  }
  const value = singleValue(field, Period, joins)
  if (field.Kind === 'yes-no') {
    const flag = 'column' in field ? value : sql`${value} is not null`
    return sql`${flag} ${sql.raw(Test === 'Yes' ? 'is true' : 'is not true')}`
  }
  if (Test === 'Known') return sql`${value} is not null`
  if (Test === 'Unknown') return sql`${value} is null`
  return compareValue(field, condition, value, joins.today)
}

const fieldRows = (field: SegmentFieldOfArea, period: RelativePeriod | undefined, joins: Joins) =>
  (field as Extract<SegmentFieldOfArea, { rows: unknown }>).rows(joins.periodArgs(period))

/** SQL of the value of a field that has one value per customer. */
function singleValue(field: SegmentFieldOfArea, period: RelativePeriod | undefined, joins: Joins): Sql {
  if ('column' in field) return typeof field.column === 'function' ? field.column(joins.today) : field.column
  return sql`${joins.of(JSON.stringify([field.Field, period]), () => fieldRows(field, period, joins))}.value`
}

/** SQL of the customer's values for a field, as a JSON array. */
function displayValues(field: SegmentFieldOfArea, { Period }: Condition, joins: Joins): Sql {
  if (field.Kind === 'set') {
    const all = joins.of(
      JSON.stringify([field.Field, Period, 'all']),
      () =>
        sql`select r.customer_id, to_jsonb(array_agg(distinct r.value)) as value from (${fieldRows(field, Period, joins)}) r where r.value is not null group by 1`,
    )
    return sql`coalesce(${all}.value, '[]')`
  }
  const value = singleValue(field, Period, joins)
  // A yes-no field shows no value, because its value is the result of the condition.
  if (field.Kind === 'yes-no') return sql`'[]'::jsonb`
  return sql`case when ${value} is null then '[]' else jsonb_build_array(${value}::text) end`
}

function compareValue(
  field: SegmentFieldOfArea,
  { Test, Values, Unit = 'days' }: Condition,
  value: Sql,
  today: string,
): Sql {
  const [first = '', second = ''] = Values
  switch (field.Kind) {
    case 'choice':
    case 'text': {
      const text = field.Kind === 'text' ? sql`fold_text(${value})` : sql`(${value})::text`
      const values = field.Kind === 'text' ? Values.map(foldText) : Values
      if (Test === 'Contains') return sql`fold_text(${value}) like ${buildContainsPattern(first)}`
      const isAny = sql`${text} = any(${values}::text[])`
      return Test === 'Any of' ? isAny : sql`(${isAny}) is not true`
    }
    case 'day': {
      if (Test === 'In the months') return sql`extract(month from ${value})::int = any(${Values}::int[])`
      // The condition compares month and day; a range may continue past the end of the year.
      const day = sql`to_char(${value}, 'MMDD')`
      const from = sql`to_char(${today}::date, 'MMDD')`
      const until = sql`to_char(${after(today, first, Unit)}, 'MMDD')`
      return sql`case when ${from} <= ${until} then ${day} between ${from} and ${until} else ${day} >= ${from} or ${day} <= ${until} end`
    }
    case 'date': {
      if (Test === 'In the last') return sql`${value} > ${before(today, first, Unit)} and ${value} <= ${today}::date`
      if (Test === 'Longer ago') return sql`${value} <= ${before(today, first, Unit)}`
      if (Test === 'In the next') return sql`${value} >= ${today}::date and ${value} <= ${after(today, first, Unit)}`
      return sql`${value} between ${first}::date and ${second}::date`
    }
    default: {
      if ('within' in field && field.within)
        return field.within(
          today,
          Test === 'At most' ? undefined : first,
          Test === 'At least' ? undefined : second || first,
        )
      // A customer without rows counts as 0; a customer without a value in a column counts as unknown.
      // If 0 does not match, the plain comparison lets the planner join only customers with rows.
      const missingIsZero = !('column' in field) && comparesTo(0, Test, Number(first), Number(second))
      const number = missingIsZero ? sql`coalesce(${value}, 0)` : value
      const matches = numberFits(number, Test, first, second)
      return missingIsZero ? matches : sql`(${number} is not null and ${matches})`
    }
  }
}

function numberFits(value: Sql, test: contract.ConditionTest, first: string, second: string): Sql {
  if (test === 'At least') return sql`${value} >= ${first}::numeric`
  if (test === 'At most') return sql`${value} <= ${first}::numeric`
  return sql`${value} between ${first}::numeric and ${second}::numeric`
}

function comparesTo(value: number, test: contract.ConditionTest, first: number, second: number) {
  if (test === 'At least') return value >= first
  if (test === 'At most') return value <= first
  return value >= first && value <= second
}

const intervalCount = z.string().regex(/^[1-9]\d{0,2}$/)
const month = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
const wholeNumber = z.string().regex(/^-?\d{1,12}$/)

/** Throws if the test, period or values of a condition do not suit the value type of its field. */
function assertValidCondition(field: SegmentFieldOfArea, { Test, Values, Period, Unit = 'days' }: Condition) {
  const { Kind, period } = field
  const Field = segmentFieldLabel(field)
  if (!conditionTestsByValueKind[Kind].includes(Test)) throw segmentRefusals.wrongTest({ Field })
  if (Period && !period) throw segmentRefusals.noPeriod({ Field })
  const [least, most] = valueCountOf(Test)
  if (Values.length < least || Values.length > most)
    throw segmentRefusals.wrongValue({ Field, Value: Values.join(', ') })
  const schema = schemaFor(Kind, Test)
  const invalidValue = schema && Values.find((value) => !schema.safeParse(value).success)
  // A day of the year recurs every year, so the interval must be shorter than a year.
  if (Kind === 'day' && Test === 'In the next' && Number(Values[0]) > { days: 365, months: 11, years: 0 }[Unit])
    throw segmentRefusals.wrongValue({ Field, Value: `${Values[0]} ${Unit}` })
  if (invalidValue !== undefined) throw segmentRefusals.wrongValue({ Field, Value: invalidValue })
}

function valueCountOf(test: contract.ConditionTest): [number, number] {
  if (test === 'Any of' || test === 'None of' || test === 'In the months') return [1, contract.CONDITION_VALUES_MAX]
  if (test === 'Between') return [2, 2]
  return ['Known', 'Unknown', 'Yes', 'No'].includes(test) ? [0, 0] : [1, 1]
}

function schemaFor(kind: contract.ValueKind, test: contract.ConditionTest): z.ZodType | undefined {
  if (test === 'In the last' || test === 'Longer ago' || test === 'In the next') return intervalCount
  if (test === 'In the months') return month
  if (kind === 'date') return DateOnly
  if (kind === 'amount') return MoneyFromZero
  return kind === 'number' || kind === 'points' ? wholeNumber : undefined
}
