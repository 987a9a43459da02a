import { type RawBuilder, sql } from 'kysely'

/**
 * Adds a column `share` to the rows of a query: the percentage of `part` in its sum, rounded to one decimal by largest remainder so that
 * the shares add up to 100.0. `per`: the column of groups with their own sum. `key` breaks ties between equal remainders.
 */
export const withShares = (rows: RawBuilder<unknown>, part: string, key: string, per?: string) => {
  const partition = per === undefined ? sql`` : sql`partition by ${sql.ref(per)}`
  return sql`select floored.*, to_char((floor(tenths)
      + (row_number() over (${partition} order by tenths - floor(tenths) desc, ${sql.ref(key)}) <= 1000 - sum(floor(tenths)) over (${partition}))::int) / 10,
      'FM999999990.0') as share
    from (select part.*, 1000.0 * ${sql.ref(part)} / nullif(sum(${sql.ref(part)}) over (${partition}), 0) as tenths from (${rows}) part) floored`
}
