import { sql } from 'kysely'
import { customFieldConditions } from '#areas/custom-fields/server/index.ts'
import { normaliseIdentityNo } from '#areas/customers/contract/nric.ts'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract/tasks.ts'
import { taskRefusals } from '../contract/tasks.ts'
import { taskBucketSql, taskColumnsSql, taskJoins, toTaskReply } from './task-rows.ts'

/** Returns the outlet of the list, or null for all outlets; throws for an outlet that the caller cannot see. */
async function outletOf(ctx: Ctx, { SSOBuildingId, OutletCode }: Input<typeof contract.listTasks>['Search']) {
  const ownOutlet = outletOfCallerLists(ctx)
  if (ownOutlet === null) return OutletCode && OutletCode !== 'HQ' ? OutletCode : null
  if (OutletCode && OutletCode !== ownOutlet) throw taskRefusals.ownOutletOnly()
  if (SSOBuildingId !== undefined && SSOBuildingId !== ctx.actor.buildingId) throw taskRefusals.ownOutletOnly()
  return ownOutlet
}

export async function listTasks(ctx: Ctx, { Search }: Input<typeof contract.listTasks>) {
  const outlet = await outletOf(ctx, Search)
  const customFieldFilters = await customFieldConditions(ctx, 'Task', sql`task.custom_values`, Search.CustomValues)
  const { Status, Bucket, CustomerId, MineYN, Customer, DueFrom, DueTo } = Search
  const due = sql`business_date_of(task.due_date)`
  return sqlList({
    from: sql`task join building place on place.building_id = task.building_id left join customer on customer.customer_id = task.customer_id`,
    where: [
      sql`task.status <> 'Deleted'`,
      outlet !== null && sql`place.code = ${outlet}`,
      Search.SSOBuildingId !== undefined &&
        !(await isHeadOffice(ctx, Search.SSOBuildingId)) &&
        equals('task.building_id', Search.SSOBuildingId),
      Status && sql`task.status = any(${[Status].flat()}::text[])`,
      Bucket && sql`${taskBucketSql(ctx.today)} = any(${[Bucket].flat()}::text[])`,
      CustomerId !== undefined &&
        sql`task.customer_id in (select customer_id from customer c where c.customer_id = ${CustomerId} or c.merged_into_customer_id = ${CustomerId})`,
      equals('task.group_code', Search.GroupCode),
      equals('task.priority', Search.Priority),
      equals('task.source', Search.Source),
      equals('task.owner_staff_id', Search.OwnerStaffId),
      MineYN === 'Y' && sql`(task.owner_staff_id is null or task.owner_staff_id = ${ctx.actor.staffId})`,
      contains('task.name', Search.Name),
      Customer &&
        sql`(${containsName('customer.full_name', Customer)} or exists (select from membership m where m.customer_id = task.customer_id and m.membership_no = ${normaliseIdentityNo(Customer)}))`,
      DueFrom && sql`${due} >= ${DueFrom}::date`,
      DueTo && sql`${due} <= ${DueTo}::date`,
      equals('task.related_type', Search.RelatedType),
      equals('task.related_id', Search.RelatedId),
      ...customFieldFilters,
    ],
    select: sql<Parameters<typeof toTaskReply>[0]>`${taskColumnsSql(ctx.today)}`,
    page: { keys: sql`task.*`, joins: taskJoins, as: 'task' },
    sort: {
      DueDate: 'task.due_date',
      Name: 'task.name',
      Status: 'task.status',
      Priority: (direction) =>
        sql`case task.priority when 'High' then 0 when 'Normal' then 1 else 2 end ${direction}, task.due_date`,
      CreatedAt: 'task.created_at',
      OutletCode: (direction) => sql`task.building_id ${direction}, task.due_date`,
    },
    tie: 'task.task_id',
    map: toTaskReply,
  })
}

/** In the filter, head office means all outlets. */
async function isHeadOffice({ db }: Ctx, BuildingId: number) {
  const building = await db
    .selectFrom('Building')
    .select('Code')
    .where('BuildingId', '=', BuildingId)
    .executeTakeFirst()
  return building?.Code === 'HQ'
}

export async function getTaskDay(ctx: Ctx, { MineYN }: Input<typeof contract.getTaskDay>) {
  const outletCode = outletOfCallerLists(ctx)
  const isOpen = sql`task.status in ('To Do', 'In Progress')`
  const { rows } = await sql<{ Overdue: number; Today: number; FollowUp: number; Later: number; DoneToday: number }>`
    select count(*) filter (where bucket = 'Overdue')::int as overdue, count(*) filter (where bucket = 'Today')::int as today,
      count(*) filter (where bucket = 'Follow-up')::int as follow_up, count(*) filter (where bucket = 'Later')::int as later,
      count(*) filter (where bucket = 'Done')::int as done_today
    from (
      select ${taskBucketSql(ctx.today)} as bucket from task join building using (building_id)
      where (${isOpen} or task.status = 'Completed' and business_date_of(task.completed_at) = ${ctx.today}::date)
        and (${outletCode}::text is null or building.code = ${outletCode})
        and (${MineYN} = 'N' or task.owner_staff_id is null or task.owner_staff_id = ${ctx.actor.staffId})
    ) tasks`.execute(ctx.db)
  return rows[0]!
}
