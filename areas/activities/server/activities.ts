import { sql } from 'kysely'
import { lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList, valueList } from '#kit/server/list.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import { refuseStale } from '#kit/server/version.ts'
import type * as contract from '../contract/activities.ts'
import { type Activity, activityRefusals as refusals } from '../contract/activities.ts'

const tables = sql`customer_activity activity join customer using (customer_id) join activity_type kind using (activity_code)
  join building using (building_id) left join staff using (staff_id)`

const columns = sql`activity.activity_id, activity.customer_id, customer.full_name, activity.activity_code, kind.description, activity.activity_log,
  activity.status, activity.building_id as sso_building_id, building.code as outlet_code, staff.full_name as staff_name, activity.created_by_id,
  activity.created_at, activity.updated_at, activity.version`

async function activitiesOf({ db }: Ctx, ids: readonly number[]): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select ${columns} from ${tables} where activity.activity_id = any(${ids}::bigint[]) order by activity.activity_id`.execute(
    db,
  )
  return rows
}

/** Those with customers of one's own outlet, or with one who is named: whether that customer may be seen was asked before. */
export function listActivities(ctx: Ctx, { Search }: Input<typeof contract.listActivities>) {
  const { CustomerId, OutletCode, DateFrom, DateTo } = Search
  const own = ctx.actor.isHQ ? undefined : ctx.actor.outletCode
  return sqlList({
    from: tables,
    where: [
      equals('activity.customer_id', CustomerId),
      equals('activity.activity_code', Search.ActivityCode),
      sql`activity.status = ${Search.Status ?? 'Active'}`,
      equals('building.code', OutletCode === 'HQ' ? undefined : OutletCode),
      CustomerId === undefined && own && sql`customer.registered_outlet_code = ${own}`,
      DateFrom && sql`activity.created_at >= (${DateFrom}::date::timestamp at time zone business_zone())`,
      DateTo && sql`activity.created_at < ((${DateTo}::date + 1)::timestamp at time zone business_zone())`,
    ],
    select: sql<Activity>`${columns}`,
    sort: { CreatedAt: 'activity.created_at', ActivityCode: 'activity.activity_code' },
    tie: 'activity.activity_id',
  })
}

async function activeType({ db }: Ctx, ActivityCode: string) {
  // Locked against a delete of the type in between.
  const { rows } = await sql`
    select from activity_type where activity_code = ${ActivityCode} and status = 'Active' for share`.execute(db)
  if (rows.length === 0) throw refusals.noType({ ActivityCode })
}

async function outletOf({ db, actor }: Ctx, asked: number | null | undefined): Promise<number> {
  const { rows } = await sql<{ BuildingId: number; Code: string }>`
    select building_id, code from building where status = 'Active'
      and case when ${asked ?? null}::bigint is null then code = ${actor.outletCode} else building_id = ${asked ?? null}::bigint end`.execute(
    db,
  )
  const [place] = rows
  if (!place) throw refusals.noOutlet({ SSOBuildingId: asked ?? 0 })
  if (!actor.isHQ && place.Code !== actor.outletCode) throw refusals.ownOutletOnly()
  return place.BuildingId
}

/** Writes down what was done with all of the customers, or with none of them. */
export async function addActivity(ctx: Ctx, input: Input<typeof contract.addActivity>) {
  const { CustomerId, ActivityCode, ActivityLog, SSOBuildingId } = input
  // One order for everybody who locks several.
  const customers = [...new Set([CustomerId].flat())].sort((one, other) => one - other)
  for (const id of customers) await lockEditable(ctx, id)
  await activeType(ctx, ActivityCode)
  const BuildingId = await outletOf(ctx, SSOBuildingId)
  const made = await ctx.db
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
  const ids = made.map(({ ActivityId }) => ActivityId)
  for (const id of ids) log(ctx, 'Create', id)
  return valueList(await activitiesOf(ctx, ids))
}

const log = (ctx: Ctx, act: 'Create' | 'Update' | 'Delete' | 'Restore', ActivityId: number) =>
  ctx.audit(
    `${act} Customer Activity`,
    'CustomerActivity',
    ActivityId,
    `${act} Customer Activity in Customer. ActivityId - ${ActivityId}`,
  )

/** One that this caller may change, locked until that is done. */
async function lockOwn(ctx: Ctx, ActivityId: number) {
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

async function write(ctx: Ctx, { ActivityId, Version }: { ActivityId: number; Version: number }, changes: Changes) {
  await ctx.db
    .updateTable('CustomerActivity')
    .set({ ...changes, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('ActivityId', '=', ActivityId)
    .execute()
  const [row] = await activitiesOf(ctx, [ActivityId])
  return row!
}

export async function updateActivity(ctx: Ctx, input: Input<typeof contract.updateActivity>) {
  const { ActivityId, Version, ActivityCode, ActivityLog } = input
  const activity = await lockOwn(ctx, ActivityId)
  if (activity.Status === 'Deleted') throw refusals.deleted()
  await refuseStale(
    ctx,
    { record: ['CustomerActivity', ActivityId], sent: Version, present: activity.Version },
    async () => (await activitiesOf(ctx, [ActivityId]))[0]!,
  )
  if (ActivityCode !== undefined && ActivityCode !== activity.ActivityCode) await activeType(ctx, ActivityCode)
  log(ctx, 'Update', ActivityId)
  return write(ctx, activity, {
    ...(ActivityCode !== undefined && { ActivityCode }),
    ...(ActivityLog !== undefined && { ActivityLog }),
  })
}

export async function deleteActivity(ctx: Ctx, { ActivityId }: Input<typeof contract.deleteActivity>) {
  const activity = await lockOwn(ctx, ActivityId)
  if (activity.Status === 'Deleted') throw refusals.deleted()
  log(ctx, 'Delete', ActivityId)
  return write(ctx, activity, { Status: 'Deleted' })
}

/** Undoes a delete within 30 seconds. */
export async function restoreActivity(ctx: Ctx, { ActivityId }: Input<typeof contract.restoreActivity>) {
  const activity = await lockOwn(ctx, ActivityId)
  if (activity.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, activity.UpdatedAt, refusals.undoOver)
  log(ctx, 'Restore', ActivityId)
  return write(ctx, activity, { Status: 'Active' })
}
