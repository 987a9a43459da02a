import { sql } from 'kysely'
import { askedOutlet, customerConditions, rowColumns, shownMembership } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { archiveRefusals } from '../../contract/archive.ts'
import type { DoubtfulCustomer, listDoubtfulCustomers as endpoint } from '../../contract/quality.ts'
import { anyIssue, conditionOf, issuesOfRow } from './issues.ts'

/** The worklist: who is to be asked, called or corrected. */
export function listDoubtfulCustomers(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const { Issue, Q, Tag, MemberType, Status, PreferredStaffId } = Search
  const outlet = askedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  return sqlList({
    from: sql`customer`,
    where: [
      Status ? equals('customer.status', Status) : sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
      equals('customer.member_type', MemberType),
      equals('customer.preferred_staff_id', PreferredStaffId),
      Tag &&
        sql`customer.customer_id in (select customer_id from customer_tag where upper(name) = upper(${Tag}) and status = 'Active')`,
      ...customerConditions({ Q }, { outlet, across: null }),
      Issue ? conditionOf(Issue) : anyIssue,
    ],
    page: { keys: sql`customer.*`, as: 'customer', joins: shownMembership },
    select: sql<Omit<DoubtfulCustomer, 'TagNames'>>`${rowColumns}, customer.preferred_staff_id,
      (select full_name from staff where staff_id = customer.preferred_staff_id) as preferred_staff_name,
      ${issuesOfRow} as issues,
      coalesce((select jsonb_agg(jsonb_build_object('TagId', tag_id, 'Name', name) order by name) from customer_tag tag
        where tag.customer_id = customer.customer_id and tag.status = 'Active'), '[]') as tags`,
    sort: { FullName: 'customer.full_name', CreatedAt: 'customer.created_at' },
    tie: 'customer.customer_id',
    map: (row) => ({ ...withMaskedIdNo(row), TagNames: row.Tags.map(({ Name }) => Name) }),
  })
}
