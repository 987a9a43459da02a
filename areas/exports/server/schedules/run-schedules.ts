import { sql } from 'kysely'
import { findAccountActor } from '#areas/access/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import { toRefusal } from '#kit/server/errors.ts'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import type { Route } from '#kit/server/serve.ts'
import { createTextLogWriter } from '#kit/server/text-log.ts'
import { type SchedulePeriod, scheduleRefusals } from '../../contract/schedules.ts'
import { type ExportRequestRow, toExportRequest } from '../exports.ts'
import { findListRoute } from '../lists.ts'
import { createExport } from '../make-export.ts'
import type { ExportRequest } from '../request.ts'
import { createExportContext } from '../run-export.ts'
import { exportCallOrigin } from '../write-file.ts'
import { findNextScheduledRun } from './cron.ts'
import { daysOfSchedulePeriod } from './days.ts'
import { formatScheduledExportReason } from './mails.ts'
import { mayReceiveScheduledList } from './recipients.ts'

export const SCHEDULE_JOB_NAME = 'scheduled-reports'

/** The job that runs due schedules every minute, and also when a user sends a report at once. */
export const scheduledReportsJob: BackgroundJob = {
  name: SCHEDULE_JOB_NAME,
  schedule: '* * * * *',
  run: runDueSchedules,
}

/**
 * Each schedule runs in its own transaction, which records the sends and the time of the next run.
 * A crash leaves no partial run of a schedule, and concurrent processes never run a schedule twice.
 * A schedule that fails does not stop the other schedules.
 */
export async function runDueSchedules(context: ServerJobContext): Promise<void> {
  const { rows } = await context.database.pool.query<{ schedule_id: string }>(
    `select schedule_id from export_schedule where status = 'Active' and next_run_at <= $1 order by next_run_at, schedule_id`,
    [context.clock()],
  )
  const failures: unknown[] = []
  for (const { schedule_id } of rows)
    await runOne(context, Number(schedule_id)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

type DueSchedule = Pick<
  ExportRequestRow,
  'Path' | 'Title' | 'Input' | 'Columns' | 'Totals' | 'Filters' | 'Format' | 'Language'
> & {
  ScheduleId: number
  FirstDayField: string | null
  LastDayField: string | null
  Period: SchedulePeriod | null
  Cron: string
  RecipientIds: number[]
  NextRunAt: string
  CreatedById: number
  CreatedBy: string
}

const runOne = (context: ServerJobContext, id: number) =>
  inJobTransaction(context, {}, async (db, atEnd) => {
    const now = context.clock()
    const { rows } = await sql<DueSchedule>`
      select * from export_schedule where schedule_id = ${id} and status = 'Active' and next_run_at <= ${now}
      for update skip locked`.execute(db)
    const [schedule] = rows
    if (!schedule) return
    const list = findListRoute(context.services, schedule.Path)
    if (!list) return pause(db, schedule, now, scheduleRefusals.gone())
    // If the owner of a schedule has lost access, the schedule is paused and no report is sent.
    const owner = await findAccountActor(db, schedule.CreatedById)
    if (!owner || !mayReceiveScheduledList(list, owner))
      return pause(db, schedule, now, scheduleRefusals.ownerWithout())
    for (const userId of schedule.RecipientIds) {
      const actor = await findAccountActor(db, userId)
      const base = createExportContext(context, actor ?? owner, `schedule-${id}`)
      const audit = createTextLogWriter(atEnd, now, exportCallOrigin(base))
      await sendTo(
        { ...base, db, audit },
        schedule,
        userId,
        actor && mayReceiveScheduledList(list, actor) ? list : undefined,
      )
    }
    await sql`update export_schedule set last_run_at = ${schedule.NextRunAt}, next_run_at = ${findNextScheduledRun(schedule.Cron, now, context.timeZone)}
      where schedule_id = ${id}`.execute(db)
  })

/** Pauses a schedule and stores a message about the reason for its owner. */
async function pause(db: Db, { ScheduleId }: DueSchedule, now: Date, { message, code }: Refusal) {
  await sql`
    update export_schedule set status = 'Paused', paused_yn = true, next_run_at = null, message = ${message}, message_code = ${code},
      updated_at = ${now}, version = version + 1
    where schedule_id = ${ScheduleId}`.execute(db)
}

type Result = { outcome: 'Preparing' | 'No Access' | 'Failed'; exportId?: string; refusal?: Refusal }

/** Queues the export for one recipient with the recipient's current rights. Without `list` it records No Access. */
async function sendTo(ctx: Ctx, schedule: DueSchedule, userId: number, list: Route | undefined) {
  const { outcome, exportId, refusal }: Result = list ? await queueExport(ctx, schedule) : { outcome: 'No Access' }
  await sql`
    insert into export_schedule_send (schedule_id, due_at, user_id, name, outcome, message, message_code, export_id)
    select ${schedule.ScheduleId}, ${schedule.NextRunAt}, u.user_id, coalesce(st.preferred_name, u.username), ${outcome}, ${refusal?.message ?? null},
      ${refusal?.code ?? null}, ${exportId ?? null}
    from user_account u left join staff st using (staff_id) where u.user_id = ${userId}`.execute(ctx.db)
}

/** Queues an export within a savepoint, so that an error for one recipient does not affect the next recipient. */
async function queueExport(ctx: Ctx, schedule: DueSchedule): Promise<Result> {
  await sql`savepoint one_person`.execute(ctx.db)
  try {
    const { ExportId } = await createExport(ctx, requestOf(schedule, ctx.timeZone), { later: true })
    await sql`release savepoint one_person`.execute(ctx.db)
    return { outcome: 'Preparing', exportId: ExportId }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : toRefusal(error)
    // After a server error, such as an unavailable database, the next run of the job repeats the whole schedule.
    if (!refusal || refusal.statusCode >= 500) throw error
    await sql`rollback to savepoint one_person`.execute(ctx.db)
    return { outcome: 'Failed', refusal }
  }
}

/** Returns the export request with the days of the current run instead of the stored days, and a generated reason. */
function requestOf(schedule: DueSchedule, timeZone: string): ExportRequest {
  const { FirstDayField: first, LastDayField: last, Period } = schedule
  const request = toExportRequest({
    ...schedule,
    Scope: 'All',
    Page: null,
    PageRows: null,
    KeyField: null,
    Keys: null,
    Reason: formatScheduledExportReason(schedule.Language, schedule.CreatedBy),
  })
  if (first === null || last === null || Period === null) return request
  // The days of the report depend on the due date, so that a run delayed past midnight reports on the intended days.
  const [from, until] = daysOfSchedulePeriod(Period, businessDate(new Date(schedule.NextRunAt), timeZone))
  const days = `${displayDate(from)} – ${displayDate(until)}`
  const label = schedule.Filters.find(({ Field }) => Field === first)?.Label ?? first
  return {
    ...request,
    input: { ...schedule.Input, [first]: from, [last]: until },
    filters: [
      { Field: first, Label: label, Text: days },
      ...schedule.Filters.filter(({ Field }) => Field !== first && Field !== last),
    ],
  }
}

const displayDate = (date: string) => date.split('-').reverse().join('/')
