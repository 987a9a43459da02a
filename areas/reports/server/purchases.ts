import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Selects purchase days of all customers, or of the buyers of one outlet (areas/sales/sql/purchase_days.sql).
 * For all outlets, `select` runs once for stored purchase days and once for computed purchase days.
 * A customer is only in one of the two results, but a figure can be in both.
 */
export const selectFromPurchaseDaysSql = (outlet: string | null, select: (days: Sql) => Sql): Sql =>
  outlet === null
    ? sql`${select(sql`settled_purchase_days()`)} union all ${select(sql`fresh_purchase_days(null)`)}`
    : select(sql`fresh_purchase_days(${outlet})`)

/** SQL condition that the customer of a purchase_day row `d` has the member type of the filter. */
export const hasMemberTypeSql = (memberType: string | undefined) =>
  memberType === undefined
    ? sql`true`
    : sql`exists (select from customer c where c.customer_id = d.customer_id and c.member_type = ${memberType})`
