import { sql } from 'kysely'
import { outletOfCallerLists } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import type * as contract from '../contract/progress-logs.ts'
import { progressLogRefusals } from '../contract/progress-logs.ts'
import { type ProgressLog, taskRefusals } from '../contract/tasks.ts'
import { lockTask, progressLogColumns } from './task-rows.ts'

type LockedTask = Awaited<ReturnType<typeof lockTask>>

export async function readProgressLog({ db }: Ctx, ProgressLogId: number): Promise<ProgressLog> {
  const { rows } = await sql<ProgressLog>`
    select ${progressLogColumns} from task_progress_log log where log.progress_log_id = ${ProgressLogId}`.execute(db)
  if (!rows[0]) throw progressLogRefusals.notFound()
  return rows[0]
}

export async function getProgressLog(ctx: Ctx, { ProgressLogId }: Input<typeof contract.getProgressLog>) {
  const log = await readProgressLog(ctx, ProgressLogId)
  if (log.Status === 'Deleted') throw progressLogRefusals.notFound()
  return log
}

export function listProgressLogs(ctx: Ctx, { Search }: Input<typeof contract.listProgressLogs>) {
  const outletCode = outletOfCallerLists(ctx)
  return sqlList({
    from: sql`task_progress_log log join task using (task_id) join building place using (building_id)`,
    where: [
      sql`log.status <> 'Deleted' and task.status <> 'Deleted'`,
      outletCode !== null && sql`place.code = ${outletCode}`,
      equals('log.task_id', Search.TaskId),
      equals('log.status', Search.Status),
      equals('log.contact_type', Search.ContactType),
    ],
    select: sql<ProgressLog>`${progressLogColumns}`,
    sort: { CreatedAt: 'log.created_at', FollowUpDate: 'log.follow_up_date' },
    tie: 'log.progress_log_id',
  })
}

export async function addProgressLog(ctx: Ctx, input: Input<typeof contract.addProgressLog>) {
  const task = await lockPresentTask(ctx, input.TaskId)
  const ProgressLogId = await insertProgressLog(ctx, input)
  const DueMovedYN = await applyFollowUpOfLogs(ctx, task)
  ctx.audit(
    'Create Task Progress Log',
    'TaskProgressLog',
    ProgressLogId,
    `Create Task Progress Log in Task. ProgressLogId - ${ProgressLogId}, TaskId - ${input.TaskId}`,
  )
  return { ...(await readProgressLog(ctx, ProgressLogId)), DueMovedYN }
}

async function lockPresentTask(ctx: Ctx, TaskId: number) {
  const task = await lockTask(ctx, TaskId)
  if (task.Status === 'Deleted') throw taskRefusals.deleted()
  return task
}

type NewLog = Pick<ProgressLog, 'TaskId' | 'ContactType' | 'Description' | 'Status'> & {
  Name?: string | null | undefined
  FollowUpDate?: string | undefined
  MessageId?: string | null
}

/** Adds a progress log in the caller's name. */
export async function insertProgressLog(ctx: Ctx, { FollowUpDate, ...log }: NewLog): Promise<number> {
  const { ProgressLogId } = await ctx.db
    .insertInto('TaskProgressLog')
    .values({
      ...log,
      FollowUpDate: FollowUpDate ?? ctx.today,
      StaffId: ctx.actor.staffId,
      OutletCode: ctx.actor.outletCode,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .returning('ProgressLogId')
    .executeTakeFirstOrThrow()
  return ProgressLogId
}

/**
 * Applies the follow-up date of the latest log to the task; returns whether the due date moved.
 * A log of head office moves the due date to the same time on that day; other logs make the task return on that day.
 */
export async function applyFollowUpOfLogs(ctx: Ctx, { TaskId, Status }: LockedTask): Promise<'Y' | 'N'> {
  const { rows } = await sql<{ FollowUpDate: string | null; Moves: boolean }>`
    select case when log.follow_up_date > business_date_of(log.created_at) then log.follow_up_date end as follow_up_date,
      coalesce(log.follow_up_date > business_date_of(task.due_date), false) as moves
    from task left join lateral (
      select follow_up_date, created_at from task_progress_log
      where task_id = task.task_id and status = 'Active' order by progress_log_id desc limit 1
    ) log on true where task.task_id = ${TaskId}`.execute(ctx.db)
  const { FollowUpDate, Moves } = rows[0]!
  const isDueMoved = Moves && FollowUpDate !== null && ctx.actor.isHQ && Status !== 'Completed'
  await sql`
    update task set follow_up_date = ${isDueMoved ? null : FollowUpDate}::date, updated_at = ${ctx.now}, version = version + 1,
      due_date = case when ${isDueMoved}::boolean
        then (${FollowUpDate}::date + (due_date at time zone business_zone())::time) at time zone business_zone() else due_date end
    where task_id = ${TaskId}`.execute(ctx.db)
  return isDueMoved ? 'Y' : 'N'
}

async function lockEditableLog(ctx: Ctx, ProgressLogId: number) {
  const { TaskId } = await readProgressLog(ctx, ProgressLogId)
  const task = await lockPresentTask(ctx, TaskId)
  const log = await ctx.db
    .selectFrom('TaskProgressLog')
    .selectAll()
    .where('ProgressLogId', '=', ProgressLogId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!ctx.actor.isHQ && log.CreatedById !== ctx.actor.userId) throw progressLogRefusals.othersLog()
  return { task, log }
}

export async function updateProgressLog(
  ctx: Ctx,
  { ProgressLogId, Version, ...changes }: Input<typeof contract.updateProgressLog>,
) {
  const { task, log } = await lockEditableLog(ctx, ProgressLogId)
  if (log.Status === 'Deleted') throw progressLogRefusals.deleted()
  await refuseStaleVersion(
    ctx,
    { record: ['TaskProgressLog', ProgressLogId], sent: Version, present: log.Version },
    () => readProgressLog(ctx, ProgressLogId),
  )
  // The text of a message that was sent cannot be changed.
  const { ContactType, Description } = changes
  const isTextChanged =
    (ContactType !== undefined && ContactType !== log.ContactType) ||
    (Description !== undefined && Description !== log.Description)
  if (log.MessageId !== null && isTextChanged) throw progressLogRefusals.written()
  await ctx.db
    .updateTable('TaskProgressLog')
    .set({ ...changes, Version: log.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('ProgressLogId', '=', ProgressLogId)
    .execute()
  const DueMovedYN = await applyFollowUpOfLogs(ctx, task)
  ctx.audit(
    'Update Task Progress Log',
    'TaskProgressLog',
    ProgressLogId,
    `Update Task Progress Log in Task. ProgressLogId - ${ProgressLogId}`,
  )
  return { ...(await readProgressLog(ctx, ProgressLogId)), DueMovedYN }
}

export async function deleteProgressLog(ctx: Ctx, { ProgressLogId }: Input<typeof contract.deleteProgressLog>) {
  const { task, log } = await lockEditableLog(ctx, ProgressLogId)
  if (log.Status === 'Deleted') throw progressLogRefusals.deleted()
  return setStatus(ctx, task, log, 'Deleted')
}

/** Restores a deleted progress log within 30 seconds. */
export async function restoreProgressLog(ctx: Ctx, { ProgressLogId }: Input<typeof contract.restoreProgressLog>) {
  const { task, log } = await lockEditableLog(ctx, ProgressLogId)
  if (log.Status !== 'Deleted') throw progressLogRefusals.notDeleted()
  refuseLateUndo(ctx, log.UpdatedAt, taskRefusals.undoOver)
  const earlier = await statusBeforeDelete(ctx, 'TaskProgressLog', ProgressLogId)
  return setStatus(ctx, task, log, earlier === 'Inactive' || earlier === 'Completed' ? earlier : 'Active')
}

type LogRow = Awaited<ReturnType<typeof lockEditableLog>>['log']

async function setStatus(ctx: Ctx, task: LockedTask, { ProgressLogId, Version }: LogRow, Status: LogRow['Status']) {
  await ctx.db
    .updateTable('TaskProgressLog')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('ProgressLogId', '=', ProgressLogId)
    .execute()
  await applyFollowUpOfLogs(ctx, task)
  const action = `${Status === 'Deleted' ? 'Delete' : 'Restore'} Task Progress Log`
  ctx.audit(action, 'TaskProgressLog', ProgressLogId, `${action} in Task. ProgressLogId - ${ProgressLogId}`)
  return readProgressLog(ctx, ProgressLogId)
}
