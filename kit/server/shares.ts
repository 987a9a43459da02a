import { type RawBuilder, sql } from 'kysely'

/**
 * Adds a column `share` to a query: the percentage of `part` in the sum of all rows, with one decimal.
 * Rounds by largest remainder, so that the shares add up to 100.0; `key` breaks ties between equal remainders.
 * The column `per` groups the rows; the shares of each group add up to 100.0.
 */
export const addShareColumn = (rows: RawBuilder<unknown>, part: string, key: string, per?: string) => {
  const partition = per === undefined ? sql`` : sql`partition by ${sql.ref(per)}`
  return sql`select floored.*, to_char((floor(tenths)
      + (row_number() over (${partition} order by tenths - floor(tenths) desc, ${sql.ref(key)}) <= 1000 - sum(floor(tenths)) over (${partition}))::int) / 10,
      'FM999999990.0') as share
    from (select part.*, 1000.0 * ${sql.ref(part)} / nullif(sum(${sql.ref(part)}) over (${partition}), 0) as tenths from (${rows}) part) floored`
}
