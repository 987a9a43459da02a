import { sql } from 'kysely'
import { lockEditableCustomer } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { createValueList, sqlList } from '#kit/server/list.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract/activities.ts'
import { type Activity, activityRefusals as refusals } from '../contract/activities.ts'

const tables = sql`customer_activity activity join customer using (customer_id) join activity_type kind using (activity_code)
  join building using (building_id) left join staff using (staff_id)`

const columns = sql`activity.activity_id, activity.customer_id, customer.full_name, activity.activity_code, kind.description, activity.activity_log,
  activity.status, activity.building_id as sso_building_id, building.code as outlet_code, staff.full_name as staff_name, activity.created_by_id,
  activity.created_at, activity.updated_at, activity.version`

async function findActivities({ db }: Ctx, ids: readonly number[]): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select ${columns} from ${tables} where activity.activity_id = any(${ids}::bigint[]) order by activity.activity_id`.execute(
    db,
  )
  return rows
}

/** Lists the activities with all customers of the caller's outlet, or with one customer. */
export function listActivities(ctx: Ctx, { Search }: Input<typeof contract.listActivities>) {
  const { CustomerId, OutletCode, DateFrom, DateTo } = Search
  const outletCode = ctx.actor.isHQ ? undefined : ctx.actor.outletCode
  return sqlList({
    from: tables,
    where: [
      equals('activity.customer_id', CustomerId),
      equals('activity.activity_code', Search.ActivityCode),
      sql`activity.status = ${Search.Status ?? 'Active'}`,
      equals('building.code', OutletCode === 'HQ' ? undefined : OutletCode),
      CustomerId === undefined && outletCode && sql`customer.registered_outlet_code = ${outletCode}`,
      DateFrom && sql`activity.created_at >= (${DateFrom}::date::timestamp at time zone business_zone())`,
      DateTo && sql`activity.created_at < ((${DateTo}::date + 1)::timestamp at time zone business_zone())`,
    ],
    select: sql<Activity>`${columns}`,
    sort: { CreatedAt: 'activity.created_at', ActivityCode: 'activity.activity_code' },
    tie: 'activity.activity_id',
  })
}

async function assertActiveType({ db }: Ctx, ActivityCode: string) {
  // Locks the activity type, so that no other call deletes the type meanwhile.
  const { rows } = await sql`
    select from activity_type where activity_code = ${ActivityCode} and status = 'Active' for share`.execute(db)
  if (rows.length === 0) throw refusals.noType({ ActivityCode })
}

async function findOutletId({ db, actor }: Ctx, requested: number | null | undefined): Promise<number> {
  const { rows } = await sql<{ BuildingId: number; Code: string }>`
    select building_id, code from building where status = 'Active'
      and case when ${requested ?? null}::bigint is null then code = ${actor.outletCode} else building_id = ${requested ?? null}::bigint end`.execute(
    db,
  )
  const [outlet] = rows
  if (!outlet) throw refusals.noOutlet({ SSOBuildingId: requested ?? 0 })
  if (!actor.isHQ && outlet.Code !== actor.outletCode) throw refusals.ownOutletOnly()
  return outlet.BuildingId
}

/** Records an activity either for all of the given customers or for none. */
export async function addActivity(ctx: Ctx, input: Input<typeof contract.addActivity>) {
  const { CustomerId, ActivityCode, ActivityLog, SSOBuildingId } = input
  // The ids of the customers are sorted, so that concurrent calls lock customers in the same order.
  const customers = [...new Set([CustomerId].flat())].sort((one, other) => one - other)
  for (const id of customers) await lockEditableCustomer(ctx, id)
  await assertActiveType(ctx, ActivityCode)
  const BuildingId = await findOutletId(ctx, SSOBuildingId)
  const inserted = await ctx.db
    .insertInto('CustomerActivity')
    .values(
      customers.map((id) => ({
        CustomerId: id,
        ActivityCode,
        ActivityLog,
        BuildingId,
        StaffId: ctx.actor.staffId,
        CreatedById: ctx.actor.userId,
        CreatedAt: ctx.now,
        UpdatedById: ctx.actor.userId,
        UpdatedAt: ctx.now,
      })),
    )
    .returning('ActivityId')
    .execute()
  const ids = inserted.map(({ ActivityId }) => ActivityId)
  for (const id of ids) log(ctx, 'Create', id)
  return createValueList(await findActivities(ctx, ids))
}

const log = (ctx: Ctx, act: 'Create' | 'Update' | 'Delete' | 'Restore', ActivityId: number) =>
  ctx.audit(
    `${act} Customer Activity`,
    'CustomerActivity',
    ActivityId,
    `${act} Customer Activity in Customer. ActivityId - ${ActivityId}`,
  )

/** Locks an activity. Throws if the caller may not change it. */
async function lockEditableActivity(ctx: Ctx, ActivityId: number) {
  const activity = await ctx.db
    .selectFrom('CustomerActivity')
    .selectAll()
    .where('ActivityId', '=', ActivityId)
    .forUpdate()
    .executeTakeFirst()
  if (!activity) throw refusals.notFound()
  if (!ctx.actor.isHQ && activity.CreatedById !== ctx.actor.userId) throw refusals.others()
  return activity
}

type Changes = { Status?: Activity['Status']; ActivityCode?: string; ActivityLog?: string }

async function saveChanges(
  ctx: Ctx,
  { ActivityId, Version }: { ActivityId: number; Version: number },
  changes: Changes,
) {
  await ctx.db
    .updateTable('CustomerActivity')
    .set({ ...changes, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('ActivityId', '=', ActivityId)
    .execute()
  const [row] = await findActivities(ctx, [ActivityId])
  return row!
}

export async function updateActivity(ctx: Ctx, input: Input<typeof contract.updateActivity>) {
  const { ActivityId, Version, ActivityCode, ActivityLog } = input
  const activity = await lockEditableActivity(ctx, ActivityId)
  if (activity.Status === 'Deleted') throw refusals.deleted()
  await refuseStaleVersion(
    ctx,
    { record: ['CustomerActivity', ActivityId], sent: Version, present: activity.Version },
    async () => (await findActivities(ctx, [ActivityId]))[0]!,
  )
  if (ActivityCode !== undefined && ActivityCode !== activity.ActivityCode) await assertActiveType(ctx, ActivityCode)
  log(ctx, 'Update', ActivityId)
  return saveChanges(ctx, activity, {
    ...(ActivityCode !== undefined && { ActivityCode }),
    ...(ActivityLog !== undefined && { ActivityLog }),
  })
}

export async function deleteActivity(ctx: Ctx, { ActivityId }: Input<typeof contract.deleteActivity>) {
  const activity = await lockEditableActivity(ctx, ActivityId)
  if (activity.Status === 'Deleted') throw refusals.deleted()
  log(ctx, 'Delete', ActivityId)
  return saveChanges(ctx, activity, { Status: 'Deleted' })
}

/** Undoes the deletion of an activity within 30 seconds. */
export async function restoreActivity(ctx: Ctx, { ActivityId }: Input<typeof contract.restoreActivity>) {
  const activity = await lockEditableActivity(ctx, ActivityId)
  if (activity.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, activity.UpdatedAt, refusals.undoOver)
  log(ctx, 'Restore', ActivityId)
  return saveChanges(ctx, activity, { Status: 'Active' })
}
