import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import type { Db } from '#kit/server/ctx.ts'
import { limits } from '#kit/server/database.ts'
import type { Job, JobTools } from '#kit/server/jobs.ts'
import { programNamed } from '#kit/server/signed.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { type NightStep, nightStepsOf } from './step.ts'

type Tools = Pick<JobTools, 'database' | 'clock' | 'timeZone' | 'log'>

/** A run without a sign of life for so long was ended from outside. */
export const SILENT_MINUTES = 15

export const NIGHT = 'night'

/** The night as a job: shortly after midnight of the business zone, so that a day's points end with the day. */
export const nightJob: Job = {
  name: NIGHT,
  schedule: '10 0 * * *',
  seconds: 6 * 3600,
  heartbeat: 900,
  run: async (tools) => {
    await runNight(tools, nightStepsOf(tools.services.areas))
  },
}

/**
 * Brings the books to a business date, one step after the other, each in portions. Nothing here remembers how far it came:
 * what is done cannot be done again, so a night that broke off is simply begun again, by whoever comes next.
 */
export async function runNight(tools: Tools, steps: readonly NightStep[], date?: string): Promise<number> {
  const today = date ?? businessDate(tools.clock(), tools.timeZone)
  const run = await begin(tools, today)
  try {
    for (const [place, step] of steps.entries()) await runStep(tools, { run, place, today }, step)
  } catch (error) {
    // Where the database itself is away, this fails as well: such a night is told as broken off.
    await end(tools, run, { Status: 'Failed', Failure: reasonOf(error) }).catch(() => {})
    throw error
  }
  await end(tools, run, { Status: 'Done' })
  return run
}

const FAILURE_LENGTH = 500
const reasonOf = (error: unknown) =>
  (error instanceof Error && error.message ? error.message : String(error)).slice(0, FAILURE_LENGTH)

const end = (tools: Tools, run: number, outcome: { Status: 'Done' } | { Status: 'Failed'; Failure: string }) =>
  write(tools, (db) =>
    db
      .updateTable('NightRun')
      .set({ ...outcome, EndedAt: tools.clock().toISOString(), SeenAt: tools.clock().toISOString() })
      .where('NightRunId', '=', run)
      .execute(),
  )

type Place = { run: number; place: number; today: string }

async function runStep(tools: Tools, { run, place, today }: Place, step: NightStep) {
  const at = { NightRunId: run, Step: step.name }
  await write(tools, (db) =>
    db
      .insertInto('NightStep')
      .values({ ...at, Place: place, StartedAt: tools.clock().toISOString() })
      .execute(),
  )
  let after = ''
  let done = 0
  for (;;) {
    const now = tools.clock()
    const portion = await write(tools, async (db) => {
      const { timeZone } = tools
      const done = await step.portion({ db, now, today, timeZone, after })
      if (done) await note(db, { ...at, now: now.toISOString() }, done)
      return done
    })
    if (!portion) break
    done += portion.Done
    after = portion.LastKey
  }
  await write(tools, (db) =>
    db
      .updateTable('NightStep')
      .set({ EndedAt: tools.clock().toISOString() })
      .where('NightRunId', '=', run)
      .where('Step', '=', step.name)
      .execute(),
  )
  if (done > 0) tools.log(`The night of ${today}: ${step.name}, ${done}`)
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
const begin = (tools: Tools, today: string) =>
  write(tools, async (db) => {
    const now = tools.clock().toISOString()
    await sql`update night_run set status = 'Broken off'
      where status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${SILENT_MINUTES})`.execute(db)
    const { NightRunId } = await db
      .insertInto('NightRun')
      .values({ BusinessDate: today, StartedAt: now, SeenAt: now })
      .returning('NightRunId')
      .executeTakeFirstOrThrow()
    return NightRunId
  })

const write = <Result>({ database, timeZone }: Tools, work: (db: Db) => Promise<Result>) =>
  inTransaction(
    database,
    {
      origin: programNamed('night'),
      timeZone,
      limits: limits.job,
      // Thousands of rows a portion; each names its lot itself, so the audit keeps one record per statement.
      bulk: 'night',
    },
    work,
  )
