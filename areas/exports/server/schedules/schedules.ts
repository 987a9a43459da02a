import { sql } from 'kysely'
import { refusals as accessRefusals } from '#areas/access/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract/schedules.ts'
import { listAt } from '../lists.ts'
import { allowedColumns, type ExportRequest, refuseUnknownColumns } from '../request.ts'
import { inputOf } from '../write-file.ts'
import { nextRun } from './cron.ts'
import { mayReceive, recipientsOf } from './recipients.ts'
import { SCHEDULES } from './run-schedules.ts'

const { scheduleRefusals: refusals } = contract

const columns =
  sql.raw(`s.schedule_id, s.title, s.path, s.format, s.period, s.cron, s.status, s.next_run_at, s.last_run_at, s.version, s.message, s.message_code,
  array(select u.username from unnest(s.recipient_ids) with ordinality r (id, place) join user_account u on u.user_id = r.id order by place) as recipients,
  array(select coalesce(st.preferred_name, u.username) from unnest(s.recipient_ids) with ordinality r (id, place)
    join user_account u on u.user_id = r.id left join staff st using (staff_id) order by place) as names`)
/** Y: the next run is about to begin, or under way. */
const shown = ({ now }: Pick<Ctx, 'now'>) =>
  sql<contract.Schedule>`${columns}, case when s.next_run_at <= ${now} then 'Y' else 'N' end as due_yn`

export const listSchedules = (ctx: Ctx, { Search }: Input<typeof contract.listSchedules>) =>
  sqlList({
    from: sql`export_schedule s`,
    select: shown(ctx),
    where: [
      equals('s.created_by_id', ctx.actor.userId),
      sql`s.status <> 'Deleted'`,
      contains('s.title', Search.Title),
      equals('s.status', Search.Status),
    ],
    sort: { Title: 's.title', NextRunAt: (way) => sql`s.next_run_at ${way} nulls last` },
    tie: 's.schedule_id',
  })

async function load(ctx: Ctx, ScheduleId: number): Promise<contract.Schedule> {
  const { rows } = await sql<contract.Schedule>`
    select ${shown(ctx)} from export_schedule s where s.schedule_id = ${ScheduleId} and s.status <> 'Deleted' for update of s`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw refusals.notFound()
  return found
}

const log = (ctx: Ctx, act: string, id: number, more = '') =>
  ctx.audit(
    `${act} Scheduled Report`,
    'ExportSchedule',
    id,
    `${act} Scheduled Report in Exports. ScheduleId - ${id}${more}`,
  )

export async function addSchedule(ctx: Ctx, asked: Input<typeof contract.addSchedule>) {
  const { db, actor, now, timeZone } = ctx
  const list = listAt(ctx.services, asked.Path)
  if (!mayReceive(list, actor)) throw accessRefusals.forbidden()
  const request = requestOf(asked)
  inputOf(list, request, actor)
  refuseUnknownColumns(list, request)
  allowedColumns(list, request, actor)
  const dated = asked.FirstDayField !== undefined && asked.LastDayField !== undefined
  if (dated !== (asked.Period !== undefined)) throw refusals.noDays()
  const due = nextRun(asked.Cron, now, timeZone)
  await refuseTooMany(ctx)
  const recipients = await recipientsOf(ctx, list, asked.Recipients)
  const json = JSON.stringify
  const { rows } = await sql<{ ScheduleId: number }>`
    insert into export_schedule (title, path, input, columns, totals, filters, format, language, first_day_field, last_day_field, period, cron,
      recipient_ids, next_run_at, created_by_id, created_by, created_at, updated_at)
    values (${asked.Title}, ${asked.Path}, ${json(asked.Input)}, ${json(asked.Columns)}, ${json(asked.Totals)}, ${json(asked.Filters)},
      ${asked.Format}, ${asked.Language}, ${asked.FirstDayField ?? null}, ${asked.LastDayField ?? null}, ${asked.Period ?? null}, ${asked.Cron},
      ${recipients}, ${due}, ${actor.userId}, ${actor.name}, ${now}, ${now})
    returning schedule_id`.execute(db)
  const { ScheduleId } = rows[0]!
  log(ctx, 'Add', ScheduleId, `. ${asked.Title} to ${asked.Recipients.join(', ')}`)
  return load(ctx, ScheduleId)
}

/** What would be exported, as if it were asked for by hand. */
const requestOf = (asked: Input<typeof contract.addSchedule>): ExportRequest => ({
  path: asked.Path,
  title: asked.Title,
  input: asked.Input,
  columns: asked.Columns,
  totals: asked.Totals,
  filters: asked.Filters,
  format: asked.Format,
  scope: 'All',
  page: null,
  pageRows: null,
  keyField: null,
  keys: null,
  language: asked.Language,
  reason: null,
})

/** Counted under the lock of the account, so that two at once are not both the last one. */
async function refuseTooMany({ db, actor }: Ctx) {
  await sql`select from user_account where user_id = ${actor.userId} for no key update`.execute(db)
  const { rows } = await sql<{ Count: number }>`
    select count(*)::int as count from export_schedule where created_by_id = ${actor.userId} and status <> 'Deleted'`.execute(
    db,
  )
  if (rows[0]!.Count >= contract.SCHEDULES_MAX) throw refusals.tooMany({ Count: contract.SCHEDULES_MAX })
}

export async function updateSchedule(ctx: Ctx, asked: Input<typeof contract.updateSchedule>) {
  const before = await load(ctx, asked.ScheduleId)
  if (before.Version !== asked.Version) throw stale(before)
  if ((before.Period === null) !== (asked.Period === undefined)) throw refusals.noDays()
  const recipients = await recipientsOf(ctx, listAt(ctx.services, before.Path), asked.Recipients)
  const due = nextRun(asked.Cron, ctx.now, ctx.timeZone)
  await sql`
    update export_schedule set title = ${asked.Title}, format = ${asked.Format}, period = ${asked.Period ?? null}, cron = ${asked.Cron},
      recipient_ids = ${recipients}, next_run_at = case when status = 'Active' then ${due}::timestamptz end,
      updated_at = ${ctx.now}, version = version + 1
    where schedule_id = ${asked.ScheduleId}`.execute(ctx.db)
  log(ctx, 'Update', asked.ScheduleId, `. ${asked.Title} to ${asked.Recipients.join(', ')}`)
  return load(ctx, asked.ScheduleId)
}

export async function pauseSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.pauseSchedule>) {
  await load(ctx, ScheduleId)
  await setStatus(ctx, ScheduleId, 'Paused', null)
  log(ctx, 'Pause', ScheduleId)
  return load(ctx, ScheduleId)
}

export async function resumeSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.resumeSchedule>) {
  const { Cron } = await load(ctx, ScheduleId)
  await setStatus(ctx, ScheduleId, 'Active', nextRun(Cron, ctx.now, ctx.timeZone))
  log(ctx, 'Resume', ScheduleId)
  return load(ctx, ScheduleId)
}

/** It is due now; the job that looks for what is due need not wait for its minute. */
export async function sendNow(ctx: Ctx, { ScheduleId }: Input<typeof contract.sendNow>) {
  const { Status } = await load(ctx, ScheduleId)
  if (Status !== 'Active') throw refusals.paused()
  await setStatus(ctx, ScheduleId, 'Active', ctx.now)
  log(ctx, 'Send', ScheduleId)
  await ctx.services.announce(ctx, 'job', SCHEDULES)
  return load(ctx, ScheduleId)
}

export async function deleteSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.deleteSchedule>) {
  await load(ctx, ScheduleId)
  await setStatus(ctx, ScheduleId, 'Deleted', null)
  log(ctx, 'Delete', ScheduleId)
  return { ScheduleId }
}

/** As it was: paused, or due at its next time. */
export async function restoreSchedule(ctx: Ctx, { ScheduleId }: Input<typeof contract.restoreSchedule>) {
  await refuseTooMany(ctx)
  const { rows } = await sql<{ Cron: string; PausedYN: boolean }>`
    select cron, paused_yn from export_schedule where schedule_id = ${ScheduleId} and status = 'Deleted' for update`.execute(
    ctx.db,
  )
  const [deleted] = rows
  if (!deleted) throw refusals.notDeleted()
  const paused = deleted.PausedYN
  const due = paused ? null : nextRun(deleted.Cron, ctx.now, ctx.timeZone)
  await setStatus(ctx, ScheduleId, paused ? 'Paused' : 'Active', due)
  log(ctx, 'Restore', ScheduleId)
  return load(ctx, ScheduleId)
}

const setStatus = ({ db, now }: Ctx, id: number, status: contract.ScheduleStatus | 'Deleted', due: Date | null) =>
  sql`update export_schedule set status = ${status}, paused_yn = case ${status} when 'Deleted' then paused_yn else ${status} = 'Paused' end,
      next_run_at = ${due}, updated_at = ${now}, version = version + 1,
      message = case ${status} when 'Active' then null else message end, message_code = case ${status} when 'Active' then null else message_code end
    where schedule_id = ${id}`.execute(db)

const FORBIDDEN = accessRefusals.forbidden().code

/** What the export and the message tell of a run, for each person. */
export const listSends = (_ctx: Ctx, { ScheduleId, Search }: Input<typeof contract.listSends>) =>
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
