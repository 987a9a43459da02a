import { type RawBuilder, sql } from 'kysely'
import { customerConditions, maskedIdNo } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import type { MembershipRow } from '../contract/memberships.ts'

type Flat = Omit<MembershipRow, 'Customer'> & { IdNo: string | null; ContactNo: string | null; Email: string | null }

export const rowColumns = sql`membership.membership_no, membership.status, customer.full_name as name, customer.customer_id, membership.member_type,
  membership.card_group_id, membership.card_category_code, customer.gender, customer.ethnicity, home.city, home.state,
  customer.registered_outlet_code, customer.nearest_outlet_code, coalesce(balance.points, 0) as point_balance, customer.registration_source,
  membership.join_date, membership.version, customer.id_no, customer.contact_no, customer.email`

/** What a row needs beside membership and customer. */
export const rowJoins = sql`
  left join point_balance balance on balance.membership_no = membership.membership_no and balance.balance_type = 'Jewel Club Points'
  left join customer_address home on home.customer_id = customer.customer_id and home.is_primary_yn = 'Y' and home.status = 'Active'`

/** The customer's part nested as the specification nests it, the identity number masked. */
export function shownRow({ IdNo, ContactNo, Email, ...row }: Flat): MembershipRow {
  return { ...row, Customer: { IdNo: maskedIdNo(IdNo), FullName: row.Name, ContactNo, Email } }
}

type Sort = 'MembershipNo' | 'FullName' | 'JoinDate' | 'PointBalance'

const sortColumns: Record<Sort, RawBuilder<unknown>> = {
  MembershipNo: sql`membership.membership_no`,
  FullName: sql`customer.full_name`,
  JoinDate: sql`membership.join_date`,
  PointBalance: sql`coalesce(balance.points, 0)`,
}

export type Wish = {
  /** On the columns of membership. */
  membership: RawBuilder<unknown>[]
  identifiers: Parameters<typeof customerConditions>[0]
  /** Further conditions on the columns of customer. */
  customer: RawBuilder<unknown>[]
  outlet: string | null
  across: RawBuilder<unknown> | null
  sort: Sort
  descending: boolean
  Rows: number
  Page: number
}

/**
 * One page and the count of all, in one trip. Who is found is noted once by its keys alone, then counted and sorted;
 * what a row shows is fetched for the rows of the page only. A list that nothing narrows walks an index instead.
 */
export async function pageOfMemberships(ctx: Ctx, wish: Wish) {
  const { outlet, across } = wish
  const onCustomer = [
    ...wish.customer,
    ...customerConditions(wish.identifiers, { outlet, across, place: 'membership' }),
  ]
  const narrowed = onCustomer.length > 0
  const sortKey = sortColumns[wish.sort]
  const customer =
    narrowed || wish.sort === 'FullName' ? sql`join customer on customer.customer_id = membership.customer_id` : sql``
  const balance =
    wish.sort === 'PointBalance'
      ? sql`left join point_balance balance on balance.membership_no = membership.membership_no`
      : sql``
  const where = sql`where ${allOf([...wish.membership, ...onCustomer])}`
  const direction = wish.descending ? sql`desc` : sql`asc`
  const cut = sql`order by sort_key ${direction}, membership_no ${direction} limit ${wish.Rows} offset ${(wish.Page - 1) * wish.Rows}`
  const keys = sql`select membership.membership_no, ${sortKey} as sort_key from membership ${customer} ${balance} ${where}`
  const count = narrowed ? sql`select count(*) from found` : sql`select count(*) from membership ${where}`

  const { rows } = await sql<Flat & { Count: number }>`
    with found as ${narrowed ? sql`materialized` : sql`not materialized`} (${keys}),
      page as (select membership_no, sort_key from found ${cut})
    select counted.count, ${rowColumns}
    from (${count}) counted (count)
    left join page on true
    left join membership on membership.membership_no = page.membership_no
    left join customer on customer.customer_id = membership.customer_id ${rowJoins}
    order by page.sort_key ${direction}, page.membership_no ${direction}`.execute(ctx.db)
  // An empty page still carries the count, in a row without a membership.
  const shown = rows
    .filter(({ MembershipNo }) => MembershipNo !== null)
    .map(({ Count: _count, ...row }) => shownRow(row))
  return { count: rows[0]?.Count ?? 0, rows: shown }
}
