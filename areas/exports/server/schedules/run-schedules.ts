import { sql } from 'kysely'
import { accountActor } from '#areas/access/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import { refusalOf } from '#kit/server/errors.ts'
import { inJob, type ServerJobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import type { Route } from '#kit/server/serve.ts'
import { auditTo } from '#kit/server/text-log.ts'
import { type SchedulePeriod, scheduleRefusals } from '../../contract/schedules.ts'
import { type RequestRow, requestIn } from '../exports.ts'
import { findList } from '../lists.ts'
import { makeExport } from '../make-export.ts'
import type { ExportRequest } from '../request.ts'
import { ctxOf } from '../run-export.ts'
import { originOf } from '../write-file.ts'
import { nextRun } from './cron.ts'
import { daysOf } from './days.ts'
import { reasonOf } from './mails.ts'
import { mayReceive } from './recipients.ts'

export const SCHEDULES = 'scheduled-reports'

/** Sends what is due. Asked for by who sends one at once, and each minute. */
export const scheduleJob: Job = { name: SCHEDULES, schedule: '* * * * *', run: runSchedules }

/**
 * Each schedule in a transaction of its own, which notes who is sent what and when it is due next: a process that is
 * killed has sent all of it or nothing, and two processes send it once. One that fails stops no other.
 */
export async function runSchedules(context: ServerJobContext): Promise<void> {
  const { rows } = await context.database.pool.query<{ schedule_id: string }>(
    `select schedule_id from export_schedule where status = 'Active' and next_run_at <= $1 order by next_run_at, schedule_id`,
    [context.clock()],
  )
  const failures: unknown[] = []
  for (const { schedule_id } of rows)
    await runOne(context, Number(schedule_id)).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

type Due = Pick<RequestRow, 'Path' | 'Title' | 'Input' | 'Columns' | 'Totals' | 'Filters' | 'Format' | 'Language'> & {
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
  inJob(context, {}, async (db, atEnd) => {
    const now = context.clock()
    const { rows } = await sql<Due>`
      select * from export_schedule where schedule_id = ${id} and status = 'Active' and next_run_at <= ${now}
      for update skip locked`.execute(db)
    const [due] = rows
    if (!due) return
    const list = findList(context.services, due.Path)
    if (!list) return pause(db, due, now, scheduleRefusals.gone())
    // Who arranged it may not do so any more: nobody is sent anything on their word.
    const owner = await accountActor(db, due.CreatedById)
    if (!owner || !mayReceive(list, owner)) return pause(db, due, now, scheduleRefusals.ownerWithout())
    for (const userId of due.RecipientIds) {
      const actor = await accountActor(db, userId)
      const base = ctxOf(context, actor ?? owner, `schedule-${id}`)
      const audit = auditTo(atEnd, now, originOf(base))
      await sendTo({ ...base, db, audit }, due, userId, actor && mayReceive(list, actor) ? list : undefined)
    }
    await sql`update export_schedule set last_run_at = ${due.NextRunAt}, next_run_at = ${nextRun(due.Cron, now, context.timeZone)}
      where schedule_id = ${id}`.execute(db)
  })

/** It says why, where its owner looks. */
async function pause(db: Db, { ScheduleId }: Due, now: Date, { message, code }: Refusal) {
  await sql`
    update export_schedule set status = 'Paused', paused_yn = true, next_run_at = null, message = ${message}, message_code = ${code},
      updated_at = ${now}, version = version + 1
    where schedule_id = ${ScheduleId}`.execute(db)
}

type Result = { outcome: 'Preparing' | 'No Access' | 'Failed'; exportId?: string; refusal?: Refusal }

/** Has the file made for one person, in the rights that they have now; without `list` they have none. */
async function sendTo(ctx: Ctx, due: Due, userId: number, list: Route | undefined) {
  const { outcome, exportId, refusal }: Result = list ? await queue(ctx, due) : { outcome: 'No Access' }
  await sql`
    insert into export_schedule_send (schedule_id, due_at, user_id, name, outcome, message, message_code, export_id)
    select ${due.ScheduleId}, ${due.NextRunAt}, u.user_id, coalesce(st.preferred_name, u.username), ${outcome}, ${refusal?.message ?? null},
      ${refusal?.code ?? null}, ${exportId ?? null}
    from user_account u left join staff st using (staff_id) where u.user_id = ${userId}`.execute(ctx.db)
}

/** What one person may not have, the next may. */
async function queue(ctx: Ctx, due: Due): Promise<Result> {
  await sql`savepoint one_person`.execute(ctx.db)
  try {
    const { ExportId } = await makeExport(ctx, requestOf(due, ctx.timeZone), { later: true })
    await sql`release savepoint one_person`.execute(ctx.db)
    return { outcome: 'Preparing', exportId: ExportId }
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOf(error)
    // The database is away: all of it comes with the next run.
    if (!refusal || refusal.statusCode >= 500) throw error
    await sql`rollback to savepoint one_person`.execute(ctx.db)
    return { outcome: 'Failed', refusal }
  }
}

/** The days of this run in place of those that it was arranged with; nobody is asked for a reason. */
function requestOf(due: Due, timeZone: string): ExportRequest {
  const { FirstDayField: first, LastDayField: last, Period } = due
  const request = requestIn({
    ...due,
    Scope: 'All',
    Page: null,
    PageRows: null,
    KeyField: null,
    Keys: null,
    Reason: reasonOf(due.Language, due.CreatedBy),
  })
  if (first === null || last === null || Period === null) return request
  // The day that it was due: what was held up over midnight is still about the days that were meant.
  const [from, until] = daysOf(Period, businessDate(new Date(due.NextRunAt), timeZone))
  const shown = `${written(from)} – ${written(until)}`
  const label = due.Filters.find(({ Field }) => Field === first)?.Label ?? first
  return {
    ...request,
    input: { ...due.Input, [first]: from, [last]: until },
    filters: [
      { Field: first, Label: label, Text: shown },
      ...due.Filters.filter(({ Field }) => Field !== first && Field !== last),
    ],
  }
}

const written = (date: string) => date.split('-').reverse().join('/')
