import { sql } from 'kysely'
import { askedOutlet, customerConditions, shownMembership } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import { type ArchivedMember, archiveRefusals, type listArchivedMembers as endpoint } from '../../contract/archive.ts'

const sortColumns = { ArchivedAt: sql`archived.archived_at`, FullName: sql`customer.full_name` }

/** Who is archived now. */
export async function listArchivedMembers(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const outlet = askedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  const conditions = [
    sql`archived.reactivated_at is null and customer.status = 'Archived'`,
    ...customerConditions({ Q: Search.Q }, { outlet, across: null }),
  ]
  const from = sql`from archived_member archived join customer on customer.customer_id = archived.customer_id`
  const where = sql`where ${allOf(conditions)}`
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) ${from} ${where}`.execute(ctx.db),
    sql<ArchivedMember>`
      select customer.customer_id, customer.full_name, shown.membership_no, shown.card_category_code, customer.member_type, customer.status,
        customer.registered_outlet_code, archived.archived_at, archived.archived_by, archived.remark,
        coalesce((select sum(points) from point_balance join membership using (membership_no) where membership.customer_id = customer.customer_id), 0)::bigint as point_balance
      ${from} ${shownMembership} ${where}
      order by ${sortColumns[SortOption]} ${direction}, archived.archive_id ${direction} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows: page.rows }
}
