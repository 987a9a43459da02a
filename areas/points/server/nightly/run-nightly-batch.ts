import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { inJob, type JobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'
import { type BatchStep, batchStepsOf } from './step.ts'

/** A run without a sign of life for so long was ended from outside. */
export const SILENT_MINUTES = 15

export const NIGHTLY_BATCH = 'night'

/** The nightly batch as a job: shortly after midnight of the business zone, so that a day's points end with the day. */
export const nightlyJob: Job = {
  name: NIGHTLY_BATCH,
  schedule: '10 0 * * *',
  seconds: 6 * 3600,
  heartbeat: 900,
  run: async (context) => {
    await runNightlyBatch(context, batchStepsOf(context.services.areas))
  },
}

/**
 * Brings the ledger to a business date, one step after the other, each in chunks. Nothing here remembers how far it came:
 * what is done cannot be done again, so a batch that broke off is simply begun again, by the person who comes next.
 */
export async function runNightlyBatch(
  context: JobContext,
  steps: readonly BatchStep[],
  date?: string,
): Promise<number> {
  const today = date ?? businessDate(context.clock(), context.timeZone)
  const run = await begin(context, today)
  try {
    for (const [place, step] of steps.entries()) await runStep(context, { run, place, today }, step)
  } catch (error) {
    // Where the database itself is away, this fails as well: such a batch is reported as broken off.
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
      .updateTable('NightlyRun')
      .set({ ...outcome, EndedAt: context.clock().toISOString(), SeenAt: context.clock().toISOString() })
      .where('NightlyRunId', '=', run)
      .execute(),
  )

type Place = { run: number; place: number; today: string }

async function runStep(context: JobContext, { run, place, today }: Place, step: BatchStep) {
  const at = { NightlyRunId: run, Step: step.name }
  await write(context, (db) =>
    db
      .insertInto('NightlyStep')
      .values({ ...at, Place: place, StartedAt: context.clock().toISOString() })
      .execute(),
  )
  let after = ''
  let done = 0
  for (;;) {
    const now = context.clock()
    const chunk = await write(context, async (db) => {
      const { timeZone } = context
      const done = await step.chunk({ db, now, today, timeZone, after })
      if (done) await note(db, { ...at, now: now.toISOString() }, done)
      return done
    })
    if (!chunk) break
    done += chunk.Done
    after = chunk.LastKey
  }
  await write(context, (db) =>
    db
      .updateTable('NightlyStep')
      .set({ EndedAt: context.clock().toISOString() })
      .where('NightlyRunId', '=', run)
      .where('Step', '=', step.name)
      .execute(),
  )
  if (done > 0) context.log(`The nightly batch of ${today}: ${step.name}, ${done}`)
}

const note = (
  db: Db,
  { NightlyRunId, Step, now }: { NightlyRunId: number; Step: string; now: string },
  { FirstKey, LastKey, Done, Points = 0 }: NonNullable<Awaited<ReturnType<BatchStep['chunk']>>>,
) =>
  sql`
    with seen as (update nightly_run set seen_at = ${now} where nightly_run_id = ${NightlyRunId})
    update nightly_step set done = done + ${Done}, points = points + ${Points}, chunks = chunks + 1,
      from_key = coalesce(from_key, ${FirstKey}), to_key = ${LastKey}
    where nightly_run_id = ${NightlyRunId} and step = ${Step}`.execute(db)

/** Notes that a run begins, and which earlier one ended without a word. */
const begin = (context: JobContext, today: string) =>
  write(context, async (db) => {
    const now = context.clock().toISOString()
    await sql`update nightly_run set status = 'Broken off'
      where status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES})`.execute(db)
    const { NightlyRunId } = await db
      .insertInto('NightlyRun')
      .values({ BusinessDate: today, StartedAt: now, SeenAt: now })
      .returning('NightlyRunId')
      .executeTakeFirstOrThrow()
    return NightlyRunId
  })

/** Thousands of rows a chunk; each names its lot itself, so the audit keeps one record per statement. */
const write = <Result>(context: JobContext, work: (db: Db) => Promise<Result>) =>
  inJob(context, { bulk: NIGHTLY_BATCH }, work)
