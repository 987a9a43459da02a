import { type RawBuilder, sql } from 'kysely'
import { customerConditions } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { RowFilter } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import type { MembershipRow } from '../contract/memberships.ts'

type FlatRow = Omit<MembershipRow, 'Customer'> & { IdNo: string | null; ContactNo: string | null; Email: string | null }

export const membershipRowColumns = sql`membership.membership_no, membership.status, customer.full_name as name, customer.customer_id, membership.member_type,
  membership.card_group_id, membership.card_category_code, customer.gender, customer.ethnicity, home.city, home.state,
  customer.registered_outlet_code, customer.nearest_outlet_code, coalesce(balance.points, 0) as point_balance, customer.registration_source,
  membership.join_date, membership.version, customer.id_no, customer.contact_no, customer.email`

const balanceOf = ({ today }: Ctx) => sql`
  left join balances(${today}) balance on balance.membership_no = membership.membership_no and balance.balance_type = 'Jewel Club Points'`

/** The joins that list rows need in addition to membership and customer. */
export const membershipRowJoins = (ctx: Ctx) => sql`${balanceOf(ctx)}
  left join customer_address home on home.customer_id = customer.customer_id and home.is_primary_yn = 'Y' and home.status = 'Active'`

/** Nests the customer's columns as the specification requires, and masks the identity number. */
export function nestMembershipRow({ IdNo, ContactNo, Email, ...row }: FlatRow): MembershipRow {
  return { ...row, Customer: { IdNo: maskedIdNo(IdNo), FullName: row.Name, ContactNo, Email } }
}

type MembershipQuery = {
  /** The list filters on columns of the membership. */
  membership: readonly RowFilter[]
  identifiers: Parameters<typeof customerConditions>[0]
  /** The list filters on columns of the customer. */
  customer?: readonly RowFilter[]
  outlet: string | null
  across: RawBuilder<unknown> | null
  SortOption: 'MembershipNo' | 'FullName' | 'JoinDate' | 'PointBalance'
}

/** Lists memberships. Filters on the customer select the rows first; otherwise an index gives them page by page. */
export function listMembershipRows(
  ctx: Ctx,
  { membership, identifiers, customer = [], outlet, across, SortOption }: MembershipQuery,
) {
  const ofCustomer = [...customer, ...customerConditions(identifiers, { outlet, across, target: 'membership' })].filter(
    (filter) => !!filter,
  )
  const isNarrow = ofCustomer.length > 0
  const holder = sql`join customer on customer.customer_id = membership.customer_id`
  return sqlList({
    from: sql`membership ${isNarrow || SortOption === 'FullName' ? holder : sql``} ${SortOption === 'PointBalance' ? balanceOf(ctx) : sql``}`,
    where: [...membership, ...ofCustomer],
    page: {
      keys: sql`membership.membership_no`,
      joins: sql`join membership using (membership_no) ${holder} ${membershipRowJoins(ctx)}`,
      selective: isNarrow,
    },
    select: sql<FlatRow>`${membershipRowColumns}`,
    map: nestMembershipRow,
    sort: { FullName: 'customer.full_name', PointBalance: sql`coalesce(balance.points, 0)` },
    tie: 'membership.membership_no',
  })
}
