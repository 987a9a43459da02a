import { sql } from 'kysely'
import { containsName, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { taskPerformanceReport } from './contract.ts'

const countColumns = ['tasks_due', 'tasks_completed', 'tasks_overdue', 'contacts', 'credited_sales'] as const

export const taskPerformanceRoute = serveReport(taskPerformanceReport, (ctx, query) => {
  const isInPeriod = (day: ReturnType<typeof sql>) => sql`${day} between ${query.from}::date and ${query.until}::date`
  return {
    with: sql`owned as (
        select owner_staff_id as staff_id, count(*) filter (where ${isInPeriod(sql`business_date_of(due_date)`)})::int as tasks_due,
          count(*) filter (where status in ('To Do', 'In Progress') and due_date < ${ctx.now}::timestamptz)::int as tasks_overdue
        from task where status <> 'Deleted' and owner_staff_id is not null group by 1
      ),
      completed as (
        select account.staff_id, count(*)::int as tasks_completed, count(*) filter (where task.completed_at <= task.due_date)::int as on_time
        from task join user_account account on account.user_id = task.completed_by_id
        where task.status = 'Completed' and ${isInPeriod(sql`business_date_of(task.completed_at)`)} group by 1
      ),
      contacted as (
        select staff_id, count(*)::int as contacts from task_progress_log
        where status <> 'Deleted' and contact_type <> 'N/A' and ${isInPeriod(sql`business_date_of(created_at)`)} group by 1
      ),
      sold as (
        select staff_id, count(*)::int as credited_sales, sum(amount) as credited_net from task_credit where ${isInPeriod(sql`business_date`)} group by 1
      ),
      r as (
        select staff.staff_id, staff.full_name, building.code as outlet_code, coalesce(tasks_due, 0) as tasks_due, coalesce(tasks_completed, 0) as tasks_completed,
          coalesce(on_time, 0) as on_time, coalesce(tasks_overdue, 0) as tasks_overdue, coalesce(contacts, 0) as contacts,
          coalesce(credited_sales, 0) as credited_sales, coalesce(credited_net, 0) as credited_net
        from staff join building using (building_id) left join owned using (staff_id) left join completed using (staff_id)
          left join contacted using (staff_id) left join sold using (staff_id)
        where coalesce(tasks_due, 0) + coalesce(tasks_completed, 0) + coalesce(tasks_overdue, 0) + coalesce(contacts, 0) + coalesce(credited_sales, 0) > 0
      )`,
    from: sql`r`,
    where: [containsName('r.full_name', query.StaffName), equals('r.outlet_code', query.outlet)],
    select: sql`r.staff_id, r.full_name, r.outlet_code, ${sql.join(countColumns.map((name) => sql`r.${sql.ref(name)}`))},
      ${percentSql(sql`r.on_time`, sql`r.tasks_completed`)} as on_time_share, ${percentSql(sql`r.credited_sales`, sql`r.contacts`)} as contacts_to_sales,
      r.credited_net::numeric(16,2) as credited_net`,
    sort: {
      OnTimeShare: (way) => sql`r.on_time::numeric / nullif(r.tasks_completed, 0) ${way} nulls last`,
      ContactsToSales: (way) => sql`r.credited_sales::numeric / nullif(r.contacts, 0) ${way} nulls last`,
      CreditedNet: 'r.credited_net',
    },
    tie: sql`r.staff_id`,
    totals: sql`${sql.join(countColumns.map((name) => sql`coalesce(sum(r.${sql.ref(name)}), 0)::int as ${sql.ref(name)}`))},
      ${percentSql(sql`sum(r.on_time)`, sql`sum(r.tasks_completed)`)} as on_time_share,
      ${percentSql(sql`sum(r.credited_sales)`, sql`sum(r.contacts)`)} as contacts_to_sales, coalesce(sum(r.credited_net), 0)::numeric(16,2) as credited_net`,
  }
})
