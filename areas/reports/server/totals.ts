import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/filters.ts'
import type { DeclaredReport } from '../contract/report.ts'
import { type ReportRoute, type ReportSql, serveReport } from './report.ts'

type Sql = RawBuilder<unknown>
/** SQL parts of a detail report's statement that its totals report uses, without the columns. */
export type TotalsSql = Pick<ReportSql, 'with' | 'from' | 'where' | 'totals'>
/** One grouping of a totals report: the key that filters the detail report, and the displayed value or person. */
export type TotalsGroup = { key: Sql; value?: Sql; person?: Sql }

/** Serves a totals report by group and over all rows; `extra` has SQL of further columns for each `r.key`. */
export const serveTotals = <F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape>(
  report: DeclaredReport<F, R, T>,
  buildStatement: (ctx: Ctx, query: never) => TotalsSql,
  groups: Record<string, TotalsGroup>,
  extra: (by: string, outlet: string | null) => Record<string, Sql> = () => ({}),
): ReportRoute =>
  serveReport(report, (ctx, input) => {
    const { TotalsBy: by = Object.keys(groups)[0]!, outlet } = input as { TotalsBy?: string; outlet: string | null }
    const { key, person, value = person ? sql`null` : key } = groups[by]!
    const { with: common, from, where = [], totals } = buildStatement(ctx, input as never)
    const filteredRows = sql`from ${from} where ${allOf(where)}`
    const names = Object.keys(report.declared.totals)
    const extraColumns = Object.entries(extra(by, outlet)).map(([name, part]) => sql`${part} as ${sql.ref(name)}`)
    return {
      with: sql`${common ? sql`${common}, ` : sql``}whole as materialized (select ${totals} ${filteredRows}),
        r as (select coalesce(${key}::text, '-') as key, ${value}::text as value, ${person ?? sql`null`}::text as person, ${totals} ${filteredRows} group by 1, 2, 3)`,
      from: sql`r`,
      select: sql.join([
        sql`r.key, r.value, r.person`,
        ...names.map((name) => sql`r.${sql.ref(name)}`),
        ...extraColumns,
      ]),
      sort: {
        Value: (way) => sql`r.value ${way} nulls last`,
        Person: (way) => sql`r.person ${way} nulls last`,
      },
      tie: sql`r.key, r.value, r.person`,
      totals: sql.join(names.map((name) => sql`(select ${sql.ref(name)} from whole) as ${sql.ref(name)}`)),
    }
  })
