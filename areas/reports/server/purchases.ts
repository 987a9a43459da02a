import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/**
 * Rows over the purchase days of all customers, or of those who bought at an outlet: `select(days)` is asked of days that are kept and of those
 * that are read from the sales (areas/sales/sql/purchase_days.sql). A customer is in one of them only, a figure may be in both.
 */
export const overPurchaseDays = (outlet: string | null, select: (days: Sql) => Sql): Sql =>
  outlet === null
    ? sql`${select(sql`settled_purchase_days()`)} union all ${select(sql`fresh_purchase_days(null)`)}`
    : select(sql`fresh_purchase_days(${outlet})`)

/** Those of customers of this kind. `d` is a row of purchase_day. */
export const ofMemberType = (asked: string | undefined) =>
  asked === undefined
    ? sql`true`
    : sql`exists (select from customer c where c.customer_id = d.customer_id and c.member_type = ${asked})`
