import { sql } from 'kysely'
import {
  askedOutlet,
  customerConditions,
  maskedIdNo,
  rowColumns,
  shownMembership,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import { archiveRefusals } from '../../contract/archive.ts'
import type { DoubtfulCustomer, listDoubtfulCustomers as endpoint } from '../../contract/quality.ts'
import { anyIssue, conditionOf, issuesOfRow } from './issues.ts'

const sortColumns = {
  CustomerId: sql`customer.customer_id`,
  FullName: sql`customer.full_name`,
  CreatedAt: sql`customer.created_at`,
}

/** The worklist: who is to be asked, called or corrected. */
export async function listDoubtfulCustomers(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const { Issue, Q, Tag, MemberType, Status, PreferredStaffId } = Search
  const outlet = askedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  const conditions = [
    Status ? sql`customer.status = ${Status}` : sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
    MemberType && sql`customer.member_type = ${MemberType}`,
    PreferredStaffId && sql`customer.preferred_staff_id = ${PreferredStaffId}`,
    ...(Tag
      ? [
          sql`customer.customer_id in (select customer_id from customer_tag where upper(name) = upper(${Tag}) and status = 'Active')`,
        ]
      : []),
    ...customerConditions({ Q }, { outlet, across: null }),
    Issue ? conditionOf(Issue) : anyIssue,
  ]
  const where = sql`where ${allOf(conditions)}`
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const order = sql`${sortColumns[SortOption]} ${direction}, customer.customer_id ${direction}`
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) from customer ${where}`.execute(ctx.db),
    sql<Omit<DoubtfulCustomer, 'TagNames'>>`
      select ${rowColumns}, customer.preferred_staff_id,
        (select full_name from staff where staff_id = customer.preferred_staff_id) as preferred_staff_name,
        ${issuesOfRow} as issues,
        coalesce((select jsonb_agg(jsonb_build_object('TagId', tag_id, 'Name', name) order by name) from customer_tag tag
          where tag.customer_id = customer.customer_id and tag.status = 'Active'), '[]') as tags
      from (select customer.* from customer ${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}) customer
      ${shownMembership} order by ${order}`.execute(ctx.db),
  ])
  return {
    count: counted.rows[0]?.Count ?? 0,
    rows: page.rows.map((row) => ({
      ...row,
      IdNo: maskedIdNo(row.IdNo),
      TagNames: row.Tags.map(({ Name }) => Name),
    })),
  }
}
