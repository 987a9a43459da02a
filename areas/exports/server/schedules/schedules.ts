import { sql } from 'kysely'
import { accessRefusals } from '#areas/access/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract/schedules.ts'
import { findExportableList } from '../lists.ts'
import { filterAllowedColumns, refuseUnknownColumns, toNewExportRequest } from '../request.ts'
import { buildExportedListInput } from '../write-file.ts'
import { findNextScheduledRun } from './cron.ts'
import { findRecipientAccountIds, mayReceiveScheduledList } from './recipients.ts'
import { SCHEDULE_JOB_NAME } from './run-schedules.ts'

const { scheduleRefusals: refusals } = contract

const columns =
  sql.raw(`s.schedule_id, s.title, s.path, s.format, s.period, s.cron, s.status, s.next_run_at, s.last_run_at, s.version, s.message, s.message_code,
  array(select u.username from unnest(s.recipient_ids) with ordinality r (id, position) join user_account u on u.user_id = r.id order by position) as recipients,
  array(select coalesce(st.preferred_name, u.username) from unnest(s.recipient_ids) with ordinality r (id, position)
    join user_account u on u.user_id = r.id left join staff st using (staff_id) order by position) as names`)
/** The SQL for the columns of a schedule. DueYN is Y from the due time until the run is complete. */
const scheduleColumns = ({ now }: Pick<Ctx, 'now'>) =>
  sql<contract.Schedule>`${columns}, case when s.next_run_at <= ${now} then 'Y' else 'N' end as due_yn`

export const listSchedules = (ctx: Ctx, { Search }: Input<typeof contract.listSchedules>) =>
  sqlList({
    from: sql`export_schedule s`,
    select: scheduleColumns(ctx),
    where: [
      equals('s.created_by_id', ctx.actor.userId),
      sql`s.status <> 'Deleted'`,
      contains('s.title', Search.Title),
      equals('s.status', Search.Status),
    ],
    sort: { Title: 's.title', NextRunAt: (direction) => sql`s.next_run_at ${direction} nulls last` },
    tie: 's.schedule_id',
  })

async function load(ctx: Ctx, ScheduleId: number): Promise<contract.Schedule> {
  const { rows } = await sql<contract.Schedule>`
    select ${scheduleColumns(ctx)} from export_schedule s where s.schedule_id = ${ScheduleId} and s.status <> 'Deleted' for update of s`.execute(
    ctx.db,
  )
  const [schedule] = rows
  if (!schedule) throw refusals.notFound()
  return schedule
}

const log = (ctx: Ctx, act: string, id: number, more = '') =>
  ctx.audit(
    `${act} Scheduled Report`,
    'ExportSchedule',
    id,
    `${act} Scheduled Report in Exports. ScheduleId - ${id}${more}`,
  )

export async function addSchedule(ctx: Ctx, input: Input<typeof contract.addSchedule>) {
  const { db, actor, now, timeZone } = ctx
  const list = findExportableList(ctx.services, input.Path)
  if (!mayReceiveScheduledList(list, actor)) throw accessRefusals.forbidden()
  const request = toNewExportRequest({ ...input, Scope: 'All', Page: 1, Rows: 1 })
  buildExportedListInput(list, request, actor)
  refuseUnknownColumns(list, request)
  filterAllowedColumns(list, request, actor)
  const dated = input.FirstDayField !== undefined && input.LastDayField !== undefined
  if (dated !== (input.Period !== undefined)) throw refusals.noDays()
  const nextRunAt = findNextScheduledRun(input.Cron, now, timeZone)
  await refuseTooMany(ctx)
  const recipients = await findRecipientAccountIds(ctx, list, input.Recipients)
  const json = JSON.stringify
  const { rows } = await sql<{ ScheduleId: number }>`
    insert into export_schedule (title, path, input, columns, totals, filters, format, language, first_day_field, last_day_field, period, cron,
      recipient_ids, next_run_at, created_by_id, created_by, created_at, updated_at)
    values (${input.Title}, ${input.Path}, ${json(input.Input)}, ${json(input.Columns)}, ${json(input.Totals)}, ${json(input.Filters)},
      ${input.Format}, ${input.Language}, ${input.FirstDayField ?? null}, ${input.LastDayField ?? null}, ${input.Period ?? null}, ${input.Cron},
      ${recipients}, ${nextRunAt}, ${actor.userId}, ${actor.name}, ${now}, ${now})
    returning schedule_id`.execute(db)
  const { ScheduleId } = rows[0]!
  log(ctx, 'Add', ScheduleId, `. ${input.Title} to ${input.Recipients.join(', ')}`)
  return load(ctx, ScheduleId)
}

/** Throws if the user has the maximum number of schedules. Locks the account against concurrent requests. */
async function refuseTooMany({ db, actor }: Ctx) {
  await sql`select from user_account where user_id = ${actor.userId} for no key update`.execute(db)
  const { rows } = await sql<{ Count: number }>`
    select count(*)::int as count from export_schedule where created_by_id = ${actor.userId} and status <> 'Deleted'`.execute(
    db,
  )
  if (rows[0]!.Count >= contract.EXPORT_SCHEDULES_MAX) throw refusals.tooMany({ Count: contract.EXPORT_SCHEDULES_MAX })
}

export async function updateSchedule(ctx: Ctx, input: Input<typeof contract.updateSchedule>) {
  const before = await load(ctx, input.ScheduleId)
  if (before.Version !== input.Version) throw staleVersionRefusal(before)
  if ((before.Period === null) !== (input.Period === undefined)) throw refusals.noDays()
  const recipients = await findRecipientAccountIds(ctx, findExportableList(ctx.services, before.Path), input.Recipients)
  const nextRunAt = findNextScheduledRun(input.Cron, ctx.now, ctx.timeZone)
  await sql`
    update export_schedule set title = ${input.Title}, format = ${input.Format}, period = ${input.Period ?? null}, cron = ${input.Cron},
      recipient_ids = ${recipients}, next_run_at = case when status = 'Active' then ${nextRunAt}::timestamptz end,
      updated_at = ${ctx.now}, version = version + 1
    where schedule_id = ${input.ScheduleId}`.execute(ctx.db)
  log(ctx, 'Update', input.ScheduleId, `. ${input.Title} to ${input.Recipients.join(', ')}`)
  return load(ctx, input.ScheduleId)
}

export async function pauseSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.pauseSchedule>) {
  await load(ctx, ScheduleId)
  await setStatus(ctx, ScheduleId, 'Paused', null)
  log(ctx, 'Pause', ScheduleId)
  return load(ctx, ScheduleId)
}

export async function resumeSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.resumeSchedule>) {
  const { Cron } = await load(ctx, ScheduleId)
  await setStatus(ctx, ScheduleId, 'Active', findNextScheduledRun(Cron, ctx.now, ctx.timeZone))
  log(ctx, 'Resume', ScheduleId)
  return load(ctx, ScheduleId)
}

/** Makes the schedule due now and starts the job of schedules. */
export async function sendScheduleNow(ctx: Ctx, { ScheduleId }: Input<typeof contract.sendScheduleNow>) {
  const { Status } = await load(ctx, ScheduleId)
  if (Status !== 'Active') throw refusals.paused()
  await setStatus(ctx, ScheduleId, 'Active', ctx.now)
  log(ctx, 'Send', ScheduleId)
  await ctx.services.announce(ctx, 'job', SCHEDULE_JOB_NAME)
  return load(ctx, ScheduleId)
}

export async function deleteSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.deleteSchedule>) {
  await load(ctx, ScheduleId)
  await setStatus(ctx, ScheduleId, 'Deleted', null)
  log(ctx, 'Delete', ScheduleId)
  return { ScheduleId }
}

/** Restores a deleted schedule: paused if it was paused before, else active and due at the next scheduled time. */
export async function restoreSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.restoreSchedule>) {
  await refuseTooMany(ctx)
  const { rows } = await sql<{ Cron: string; PausedYN: boolean }>`
    select cron, paused_yn from export_schedule where schedule_id = ${ScheduleId} and status = 'Deleted' for update`.execute(
    ctx.db,
  )
  const [deleted] = rows
  if (!deleted) throw refusals.notDeleted()
  const paused = deleted.PausedYN
  const nextRunAt = paused ? null : findNextScheduledRun(deleted.Cron, ctx.now, ctx.timeZone)
  await setStatus(ctx, ScheduleId, paused ? 'Paused' : 'Active', nextRunAt)
  log(ctx, 'Restore', ScheduleId)
  return load(ctx, ScheduleId)
}

const setStatus = ({ db, now }: Ctx, id: number, status: contract.ScheduleStatus | 'Deleted', nextRunAt: Date | null) =>
  sql`update export_schedule set status = ${status}, paused_yn = case ${status} when 'Deleted' then paused_yn else ${status} = 'Paused' end,
      next_run_at = ${nextRunAt}, updated_at = ${now}, version = version + 1,
      message = case ${status} when 'Active' then null else message end, message_code = case ${status} when 'Active' then null else message_code end
    where schedule_id = ${id}`.execute(db)

const FORBIDDEN = accessRefusals.forbidden().code

/** Lists the result of each run of a schedule for each recipient, from the export and the e-mail. */
export const listScheduleSends = (_ctx: Ctx, { ScheduleId, Search }: Input<typeof contract.listScheduleSends>) =>
  sqlList({
    from: sql`(
      select e.send_id, e.due_at, e.name, case when e.outcome = 'Mailed' then job.rows_done end as rows_done, mail.sent_at,
        coalesce(job.message, e.message, case when e.outcome = 'Mailed' then mail.error end) as message, coalesce(job.message_code, e.message_code) as message_code,
        case when e.outcome = 'Mailed' then case when coalesce(mail.status, 'Sent') in ('Sent', 'Queued') then coalesce(mail.status, 'Sent') else 'Failed' end
          when e.outcome = 'Preparing' and job.message_code = ${FORBIDDEN} then 'No Access'
          when e.outcome = 'Preparing' and job.status in ('Failed', 'Cancelled', 'Expired') then 'Failed' else e.outcome end as outcome
      from export_schedule_send e left join export_job job using (export_id) left join outbox_message mail using (message_id)
      where e.schedule_id = ${ScheduleId}) s`,
    select: sql<contract.ScheduleSend>`s.send_id, s.due_at, s.name, s.outcome, s.rows_done, s.sent_at, s.message, s.message_code`,
    where: [equals('s.outcome', Search.Outcome)],
    sort: { DueAt: 's.due_at', Name: 's.name' },
    tie: 's.send_id',
  })
