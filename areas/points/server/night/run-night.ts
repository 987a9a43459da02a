import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJob, type JobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { type NightStep, nightStepsOf } from './step.ts'

/** A run without a sign of life for so long was ended from outside. */
export const SILENT_MINUTES = 15

export const NIGHT = 'night'

/** The night as a job: shortly after midnight of the business zone, so that a day's points end with the day. */
export const nightJob: Job = {
  name: NIGHT,
  schedule: '10 0 * * *',
  seconds: 6 * 3600,
  heartbeat: 900,
  run: async (context) => {
    await runNight(context, nightStepsOf(context.services.areas))
  },
}

/**
 * Brings the books to a business date, one step after the other, each in portions. Nothing here remembers how far it came:
 * what is done cannot be done again, so a night that broke off is simply begun again, by whoever comes next.
 */
export async function runNight(context: JobContext, steps: readonly NightStep[], date?: string): Promise<number> {
  const today = date ?? businessDate(context.clock(), context.timeZone)
  const run = await begin(context, today)
  try {
    for (const [place, step] of steps.entries()) await runStep(context, { run, place, today }, step)
  } catch (error) {
    // Where the database itself is away, this fails as well: such a night is told as broken off.
    await end(context, run, { Status: 'Failed', Failure: reasonOf(error) }).catch(() => {})
    throw error
  }
  await end(context, run, { Status: 'Done' })
  return run
}

const FAILURE_LENGTH = 500
const reasonOf = (error: unknown) =>
  (error instanceof Error && error.message ? error.message : String(error)).slice(0, FAILURE_LENGTH)

const end = (context: JobContext, run: number, outcome: { Status: 'Done' } | { Status: 'Failed'; Failure: string }) =>
  write(context, (db) =>
    db
      .updateTable('NightRun')
      .set({ ...outcome, EndedAt: context.clock().toISOString(), SeenAt: context.clock().toISOString() })
      .where('NightRunId', '=', run)
      .execute(),
  )

type Place = { run: number; place: number; today: string }

async function runStep(context: JobContext, { run, place, today }: Place, step: NightStep) {
  const at = { NightRunId: run, Step: step.name }
  await write(context, (db) =>
    db
      .insertInto('NightStep')
      .values({ ...at, Place: place, StartedAt: context.clock().toISOString() })
      .execute(),
  )
  let after = ''
  let done = 0
  for (;;) {
    const now = context.clock()
    const portion = await write(context, async (db) => {
      const { timeZone } = context
      const done = await step.portion({ db, now, today, timeZone, after })
      if (done) await note(db, { ...at, now: now.toISOString() }, done)
      return done
    })
    if (!portion) break
    done += portion.Done
    after = portion.LastKey
  }
  await write(context, (db) =>
    db
      .updateTable('NightStep')
      .set({ EndedAt: context.clock().toISOString() })
      .where('NightRunId', '=', run)
      .where('Step', '=', step.name)
      .execute(),
  )
  if (done > 0) context.log(`The night of ${today}: ${step.name}, ${done}`)
}

const note = (
  db: Db,
  { NightRunId, Step, now }: { NightRunId: number; Step: string; now: string },
  { FirstKey, LastKey, Done, Points = 0 }: NonNullable<Awaited<ReturnType<NightStep['portion']>>>,
) =>
  sql`
    with seen as (update night_run set seen_at = ${now} where night_run_id = ${NightRunId})
    update night_step set done = done + ${Done}, points = points + ${Points}, portions = portions + 1,
      from_key = coalesce(from_key, ${FirstKey}), to_key = ${LastKey}
    where night_run_id = ${NightRunId} and step = ${Step}`.execute(db)

/** Notes that a run begins, and which earlier one ended without a word. */
const begin = (context: JobContext, today: string) =>
  write(context, async (db) => {
    const now = context.clock().toISOString()
    await sql`update night_run set status = 'Broken off'
      where status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES})`.execute(db)
    const { NightRunId } = await db
      .insertInto('NightRun')
      .values({ BusinessDate: today, StartedAt: now, SeenAt: now })
      .returning('NightRunId')
      .executeTakeFirstOrThrow()
    return NightRunId
  })

/** Thousands of rows a portion; each names its lot itself, so the audit keeps one record per statement. */
const write = <Result>(context: JobContext, work: (db: Db) => Promise<Result>) => inJob(context, { bulk: NIGHT }, work)
