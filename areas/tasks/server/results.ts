import { sql } from 'kysely'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract/contact.ts'

type Result = Reply<typeof contract.listTaskResults>['rows'][number]

/** Lists logged contacts and credited sales by staff member; a sale counts on its business date. */
export function listTaskResults(ctx: Ctx, { Search }: Input<typeof contract.listTaskResults>) {
  const { DateFrom = null, DateTo = null } = Search
  const outletCode = outletOfCallerLists(ctx)
  return sqlList({
    with: sql`contacts as (
        select log.staff_id, count(*)::int as contacts from task_progress_log log
        where log.status <> 'Deleted' and log.contact_type <> 'N/A'
          and (${DateFrom}::date is null or business_date_of(log.created_at) >= ${DateFrom}::date)
          and (${DateTo}::date is null or business_date_of(log.created_at) <= ${DateTo}::date)
        group by log.staff_id
      ), credited as (
        select credit.staff_id, count(*)::int as sales, sum(credit.amount) as amount from task_credit credit
        where (${DateFrom}::date is null or credit.business_date >= ${DateFrom}::date) and (${DateTo}::date is null or credit.business_date <= ${DateTo}::date)
        group by credit.staff_id
      )`,
    from: sql`staff join building using (building_id) left join contacts using (staff_id) left join credited using (staff_id)`,
    where: [sql`coalesce(contacts, sales) is not null`, outletCode !== null && sql`building.code = ${outletCode}`],
    select: sql<Result>`staff.staff_id, staff.full_name, building.code as outlet_code, coalesce(contacts, 0) as contacts, coalesce(sales, 0) as sales,
      coalesce(amount, 0)::numeric(14,2)::text as amount`,
    sort: {
      Contacts: (direction) => sql`coalesce(sales, 0) ${direction}, coalesce(contacts, 0) ${direction}`,
      FullName: 'staff.full_name',
    },
    tie: 'staff.staff_id',
  })
}
