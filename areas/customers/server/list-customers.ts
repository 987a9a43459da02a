import { sql } from 'kysely'
import { pointsOf } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import * as contract from '../contract/customers.ts'
import { rowColumns, shownMembership } from './customer-rows.ts'
import { customerConditions } from './customer-search.ts'
import { withMaskedIdNo } from './masks.ts'
import { askedOutlet, lookedUp } from './outlet-scope.ts'

const sortColumns = {
  CustomerId: sql`customer.customer_id`,
  FullName: sql`customer.full_name`,
  CreatedAt: sql`customer.created_at`,
  RegisteredOutletCode: sql`customer.registered_outlet_code`,
}

/** Customers by any of their identifiers, the newest first. */
export async function listCustomers(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof contract.listCustomers>,
) {
  const { MemberType, Status, RegisteredOutletCode, ...identifiers } = Search
  const outlet = askedOutlet(ctx, RegisteredOutletCode, contract.refusals.otherOutlet)
  const conditions = [
    Status ? sql`customer.status = ${Status}` : sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
    MemberType && sql`customer.member_type = ${MemberType}`,
    // HQ that names an outlet wants that outlet only.
    ...customerConditions(identifiers, { outlet, across: ctx.actor.isHQ ? null : lookedUp(ctx) }),
  ]
  const where = sql`where ${allOf(conditions)}`
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const order = (
    SortOption === 'CustomerId' ? [sortColumns.CustomerId] : [sortColumns[SortOption], sortColumns.CustomerId]
  ).map((column) => sql`${column} ${direction}`)

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) from customer ${where}`.execute(ctx.db),
    sql<contract.CustomerRow>`
      select ${rowColumns}
      from (select * from customer ${where} order by ${sql.join(order)} limit ${Rows} offset ${(Page - 1) * Rows}) customer
      ${shownMembership} order by ${sql.join(order)}`.execute(ctx.db),
  ])
  const points = await pointsOf(
    ctx,
    page.rows.flatMap(({ MembershipNo }) => MembershipNo ?? []),
  )
  const rows = page.rows.map((row) => ({
    ...withMaskedIdNo(row),
    PointBalance: row.MembershipNo === null ? null : (points.get(row.MembershipNo) ?? 0),
  }))
  return { count: counted.rows[0]?.Count ?? 0, rows }
}
