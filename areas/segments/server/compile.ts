import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { DateOnly, MoneyFromZero } from '#kit/contract/fields.ts'
import { foldText } from '#kit/contract/normal-form.ts'
import type { Actor, Ctx, Services } from '#kit/server/ctx.ts'
import { containing } from '#kit/server/filters.ts'
import * as contract from '../contract.ts'
import {
  type Condition,
  conditionsIn,
  type Group,
  isGroup,
  type Part,
  type Period,
  refusals,
  testsOf,
  type Unit,
} from '../contract.ts'
import { called, fieldsOf, type KnownField, mayAsk, namesOfGone } from './fields.ts'

// CONDITIONS BECOME ONE QUERY. What lies beside the customer (sales, points, rewards) is gathered for all customers at once and joined,
// once for each thing that is asked for, however deep in the groups: no condition is ever asked of one customer after the other.

type Sql = RawBuilder<unknown>
type Asking = Pick<Ctx, 'db'> & { services: Pick<Services, 'areas'>; today: string; actor: Pick<Actor, 'privileges'> }

/** Tables and conditions of a query in which every customer `c` who fits stands once. */
export type People = { from: Sql; where: Sql }

export async function peopleOf(asking: Asking, group: Group): Promise<People> {
  const { joins, fieldOf } = await prepared(asking, group)
  const where = holds(group, (condition) => fits(fieldOf(condition), condition, joins))
  return { from: sql`customer c ${joins.all()}`, where: sql`${there} and ${where}` }
}

/**
 * One row for one customer: whether all of it fits, and for each condition in the order in which they stand whether it holds and
 * what is known of the customer.
 */
export async function reasonsOf(asking: Asking, group: Group, CustomerId: number): Promise<Reasons | undefined> {
  const { joins, fieldOf } = await prepared(asking, group)
  const each = conditionsIn(group).map((condition) => {
    const field = fieldOf(condition)
    return { holds: sql`(${fits(field, condition, joins)}) is true`, known: knownOf(field, condition, joins) }
  })
  const fit = holds(group, (condition) => fits(fieldOf(condition), condition, joins))
  const { rows } = await sql<Reasons>`
    select (${there} and ${fit}) is true as fits, array[${sql.join(each.map((one) => one.holds))}] as holds,
      jsonb_build_array(${sql.join(each.map((one) => one.known))}) as known
    from customer c ${joins.all()} where c.customer_id = ${CustomerId}`.execute(asking.db)
  return rows[0]
}
export type Reasons = { Fits: boolean; Holds: boolean[]; Known: string[][] }

async function prepared({ services, db, today, actor }: Asking, group: Group) {
  if (conditionsIn(group).length > contract.ALL_CONDITIONS_MAX)
    throw refusals.tooLong({ Most: contract.ALL_CONDITIONS_MAX })
  const known = new Map((await fieldsOf({ services, db })).map((field) => [field.Field, field]))
  const gone = await namesOfGone(
    { services, db },
    conditionsIn(group).flatMap(({ Field }) => (known.has(Field) ? [] : [Field])),
  )
  const fieldOf = ({ Field }: Condition) => {
    const field = known.get(Field)
    if (!field) throw refusals.unknownField({ Field: gone.get(Field) ?? Field })
    if (!mayAsk(field, actor)) throw refusals.needsPrivilege({ Field: called(field) })
    return field
  }
  return { joins: new Joins(today), fieldOf }
}

/** Merged, archived and deleted customers are nobody's to write to. */
export const there: Sql = sql`c.status in ('Active', 'Inactive', 'Suspended')`

function holds({ Match, Conditions }: Group, fits: (condition: Condition) => Sql): Sql {
  const parts = Conditions.map((part: Part) => (isGroup(part) ? holds(part, fits) : sql`(${fits(part)})`))
  if (Match === 'All') return sql`(${sql.join(parts, sql` and `)})`
  if (Match === 'Any') return sql`(${sql.join(parts, sql` or `)})`
  // What is not known does not hold, so none of it holds: turned round as it stands it would be unknown again.
  return sql`(${sql.join(
    parts.map((part) => sql`${part} is not true`),
    sql` and `,
  )})`
}

/** What is gathered beside the customer; what two conditions ask alike is gathered once. */
class Joins {
  readonly #today: string
  readonly #gathered = new Map<string, { name: Sql; rows: Sql }>()

  constructor(today: string) {
    this.#today = today
  }

  asked(period: Period | undefined) {
    const today = this.#today
    const during = (column: Sql) =>
      period
        ? sql`${column} > ${before(today, `${period.Last}`, period.Unit)} and ${column} <= ${today}::date`
        : sql`true`
    return { today, during }
  }

  /** How the join is called that gathers this. */
  of(key: string, rows: () => Sql): Sql {
    const known = this.#gathered.get(key)
    if (known) return known.name
    const name = sql.raw(`k${this.#gathered.size}`)
    this.#gathered.set(key, { name, rows: rows() })
    return name
  }

  all(): Sql {
    const joins = [...this.#gathered.values()].map(
      ({ name, rows }) => sql`left join (${rows}) ${name} on ${name}.customer_id = c.customer_id`,
    )
    return joins.length > 0 ? sql.join(joins, sql` `) : sql``
  }

  get today() {
    return this.#today
  }
}

/** So much before today, or after it. */
const before = (today: string, many: string, unit: Unit) =>
  sql`(${today}::date - make_interval(${sql.raw(unit)} => ${many}::int))::date`
const after = (today: string, many: string, unit: Unit) =>
  sql`(${today}::date + make_interval(${sql.raw(unit)} => ${many}::int))::date`

/** One condition. Where the customer has no such value it may be unknown, which counts as false. */
function fits(field: KnownField, condition: Condition, joins: Joins): Sql {
  refuseUnfit(field, condition)
  const { Test, Values, Period } = condition
  if (field.Kind === 'set') {
    const has = joins.of(
      JSON.stringify([field.Field, Period, Values.toSorted()]),
      () =>
        sql`select distinct r.customer_id from (${gathered(field, Period, joins)}) r where r.value = any(${Values}::text[])`,
    )
    return Test === 'None of' ? sql`${has}.customer_id is null` : sql`${has}.customer_id is not null`
  }
  const value = oneOf(field, Period, joins)
  if (field.Kind === 'yes-no') {
    const yes = 'column' in field ? value : sql`${value} is not null`
    return sql`${yes} ${sql.raw(Test === 'Yes' ? 'is true' : 'is not true')}`
  }
  if (Test === 'Known') return sql`${value} is not null`
  if (Test === 'Unknown') return sql`${value} is null`
  return compared(field, condition, value, joins.today)
}

const gathered = (field: KnownField, period: Period | undefined, joins: Joins) =>
  (field as Extract<KnownField, { rows: unknown }>).rows(joins.asked(period))

/** What the field is of a customer, where it has one value. */
function oneOf(field: KnownField, period: Period | undefined, joins: Joins): Sql {
  if ('column' in field) return typeof field.column === 'function' ? field.column(joins.today) : field.column
  return sql`${joins.of(JSON.stringify([field.Field, period]), () => gathered(field, period, joins))}.value`
}

/** What there is to show of it: nothing, one value, or several of a set. */
function knownOf(field: KnownField, { Period }: Condition, joins: Joins): Sql {
  if (field.Kind === 'set') {
    const all = joins.of(
      JSON.stringify([field.Field, Period, 'all']),
      () =>
        sql`select r.customer_id, to_jsonb(array_agg(distinct r.value)) as value from (${gathered(field, Period, joins)}) r where r.value is not null group by 1`,
    )
    return sql`coalesce(${all}.value, '[]')`
  }
  const value = oneOf(field, Period, joins)
  // Yes and no are said by whether it holds.
  if (field.Kind === 'yes-no') return sql`'[]'::jsonb`
  return sql`case when ${value} is null then '[]' else jsonb_build_array(${value}::text) end`
}

function compared(field: KnownField, { Test, Values, Unit = 'days' }: Condition, value: Sql, today: string): Sql {
  const [first = '', second = ''] = Values
  switch (field.Kind) {
    case 'choice':
    case 'text': {
      const text = field.Kind === 'text' ? sql`fold_text(${value})` : sql`(${value})::text`
      const meant = field.Kind === 'text' ? Values.map(foldText) : Values
      if (Test === 'Contains') return sql`fold_text(${value}) like ${containing(first)}`
      const any = sql`${text} = any(${meant}::text[])`
      return Test === 'Any of' ? any : sql`(${any}) is not true`
    }
    case 'day': {
      if (Test === 'In the months') return sql`extract(month from ${value})::int = any(${Values}::int[])`
      // By month and day, and over the end of the year.
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
      // Anyone who has nothing has 0, but an own field without a value has none. Where 0 does not fit, only those who have something are
      // joined, which the planner sees by the plain comparison.
      const zero = !('column' in field) && comparesTo(0, Test, Number(first), Number(second))
      const number = zero ? sql`coalesce(${value}, 0)` : value
      const fit = numberFits(number, Test, first, second)
      return zero ? fit : sql`(${number} is not null and ${fit})`
    }
  }
}

function numberFits(value: Sql, test: contract.Test, first: string, second: string): Sql {
  if (test === 'At least') return sql`${value} >= ${first}::numeric`
  if (test === 'At most') return sql`${value} <= ${first}::numeric`
  return sql`${value} between ${first}::numeric and ${second}::numeric`
}

function comparesTo(value: number, test: contract.Test, first: number, second: number) {
  if (test === 'At least') return value >= first
  if (test === 'At most') return value <= first
  return value >= first && value <= second
}

const many = z.string().regex(/^[1-9]\d{0,2}$/)
const month = z.enum(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'])
const whole = z.string().regex(/^-?\d{1,12}$/)

/** What a condition asks must be possible for the kind of its field, and its values must be read as that. */
function refuseUnfit(field: KnownField, { Test, Values, Period, Unit = 'days' }: Condition) {
  const { Kind, period } = field
  const Field = called(field)
  if (!testsOf[Kind].includes(Test)) throw refusals.wrongTest({ Field })
  if (Period && !period) throw refusals.noPeriod({ Field })
  const [least, most] = countOf(Test)
  if (Values.length < least || Values.length > most) throw refusals.wrongValue({ Field, Value: Values.join(', ') })
  const schema = schemaFor(Kind, Test)
  const wrong = schema && Values.find((value) => !schema.safeParse(value).success)
  // A day of the year comes round each year.
  if (Kind === 'day' && Test === 'In the next' && Number(Values[0]) > { days: 365, months: 11, years: 0 }[Unit])
    throw refusals.wrongValue({ Field, Value: `${Values[0]} ${Unit}` })
  if (wrong !== undefined) throw refusals.wrongValue({ Field, Value: wrong })
}

function countOf(test: contract.Test): [number, number] {
  if (test === 'Any of' || test === 'None of' || test === 'In the months') return [1, contract.VALUES_MAX]
  if (test === 'Between') return [2, 2]
  return ['Known', 'Unknown', 'Yes', 'No'].includes(test) ? [0, 0] : [1, 1]
}

function schemaFor(kind: contract.Kind, test: contract.Test): z.ZodType | undefined {
  if (test === 'In the last' || test === 'Longer ago' || test === 'In the next') return many
  if (test === 'In the months') return month
  if (kind === 'date') return DateOnly
  if (kind === 'amount') return MoneyFromZero
  return kind === 'number' || kind === 'points' ? whole : undefined
}
