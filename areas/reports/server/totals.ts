import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/filters.ts'
import type { Report } from '../contract/report.ts'
import { type Answered, answer, type Query } from './report.ts'

type Sql = RawBuilder<unknown>
/** What a report finds, and what it adds up. */
export type Found = Pick<Query, 'with' | 'from' | 'where' | 'totals'>
/** What its rows are grouped by: what the report is asked by for them, and what they are called. */
export type Group = { key: Sql; value?: Sql; person?: Sql }

/** The totals of a report's own query, once for each group and once over all of them. `beside`: what else a group has, by `r.key`. */
export const answerTotals = <F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape>(
  report: Report<F, R, T>,
  queryOf: (ctx: Ctx, asked: never) => Found,
  groups: Record<string, Group>,
  beside: (by: string, outlet: string | null) => Record<string, Sql> = () => ({}),
): Answered =>
  answer(report, (ctx, input) => {
    const { TotalsBy: by = Object.keys(groups)[0]!, outlet } = input as { TotalsBy?: string; outlet: string | null }
    const { key, person, value = person ? sql`null` : key } = groups[by]!
    const { with: common, from, where = [], totals } = queryOf(ctx, input as never)
    const found = sql`from ${from} where ${allOf(where)}`
    const names = Object.keys(report.declared.totals)
    const more = Object.entries(beside(by, outlet)).map(([name, part]) => sql`${part} as ${sql.ref(name)}`)
    return {
      with: sql`${common ? sql`${common}, ` : sql``}whole as materialized (select ${totals} ${found}),
        r as (select coalesce(${key}::text, '-') as key, ${value}::text as value, ${person ?? sql`null`}::text as person, ${totals} ${found} group by 1, 2, 3)`,
      from: sql`r`,
      select: sql.join([sql`r.key, r.value, r.person`, ...names.map((name) => sql`r.${sql.ref(name)}`), ...more]),
      sort: {
        Value: (way) => sql`r.value ${way} nulls last`,
        Person: (way) => sql`r.person ${way} nulls last`,
      },
      tie: sql`r.key, r.value, r.person`,
      totals: sql.join(names.map((name) => sql`(select ${sql.ref(name)} from whole) as ${sql.ref(name)}`)),
    }
  })
