import { type RawBuilder, sql } from 'kysely'
import { customerConditions, maskedIdNo } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
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
  mayLookAcross: boolean
  sort: Sort
  descending: boolean
  Rows: number
  Page: number
}

/** One page and the count of all, in one trip. The customer is only joined to the count where a filter looks at him. */
export async function pageOfMemberships(ctx: Ctx, wish: Wish) {
  const onCustomer = [...wish.customer, ...customerConditions(wish.identifiers, wish.outlet, wish.mayLookAcross)]
  const where = sql`where ${sql.join([...wish.membership, ...onCustomer], sql` and `)}`
  const customer = sql`join customer on customer.customer_id = membership.customer_id`
  const direction = wish.descending ? sql`desc` : sql`asc`
  const columns =
    wish.sort === 'MembershipNo' ? [sortColumns.MembershipNo] : [sortColumns[wish.sort], sortColumns.MembershipNo]
  const order = sql`order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))}`

  const [counted, page] = await Promise.all([
    sql<{
      Count: number
    }>`select count(*) from membership ${onCustomer.length > 0 ? customer : sql``} ${where}`.execute(ctx.db),
    sql<Flat>`select ${rowColumns} from membership ${customer} ${rowJoins} ${where} ${order}
      limit ${wish.Rows} offset ${(wish.Page - 1) * wish.Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows: page.rows.map(shownRow) }
}
