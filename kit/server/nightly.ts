import { sql } from 'kysely'
import type { ServerArea } from './area.ts'
import { businessDate } from './clock.ts'
import type { Db } from './ctx.ts'
import { inJobTransaction, type JobContext } from './job-context.ts'
import type { BackgroundJob } from './jobs.ts'
import { describeSpan, traceWork } from './tracing.ts'

/**
 * The phases of the nightly batch run in sequence. Within a phase, the areas run in the order of db/layers.ts.
 * The phase `expire` expires points and rewards, and the phase `settle` processes purchases and points.
 * The phase `issue` then grants rewards by the settled state, and the phase `review` only reads.
 */
const phases = ['expire', 'settle', 'issue', 'review'] as const

/** The input of one chunk: its transaction, and the last key of the previous chunk ('' for the first chunk). */
export type BatchChunkInput = { db: Db; now: Date; today: string; timeZone: string; after: string }

/** The first and last key that a chunk processed. The next chunk starts after `LastKey`. */
export type BatchChunk = { FirstKey: string; LastKey: string; Done: number; Points?: number }

/**
 * A step of the nightly batch, which runs in chunks of one transaction each.
 * A chunk must be idempotent, because aborted batches are repeated and two batches may run at once.
 * Resolves to undefined when no work is left.
 */
export type BatchStep = { name: string; chunk: (tools: BatchChunkInput) => Promise<BatchChunk | undefined> }

declare module './area.ts' {
  interface ServerArea {
    /** The area's steps of the nightly batch, by phase. */
    batchSteps?: Readonly<Partial<Record<(typeof phases)[number], readonly BatchStep[]>>>
  }
}

/** Returns the steps of the nightly batch in the order in which they run; `areas` follow the order of db/layers.ts. */
export const collectBatchSteps = (areas: readonly ServerArea[]): BatchStep[] =>
  phases.flatMap((phase) => areas.flatMap(({ batchSteps }) => batchSteps?.[phase] ?? []))

/** The number of minutes without a heartbeat after which a nightly run is reported as aborted. */
export const HEARTBEAT_TIMEOUT_MINUTES = 15

export const NIGHTLY_JOB_NAME = 'night'

/** Runs the nightly batch shortly after midnight of the business zone, because records expire at the end of a day. */
export const nightlyJob: BackgroundJob = {
  name: NIGHTLY_JOB_NAME,
  schedule: '10 0 * * *',
  seconds: 6 * 3600,
  heartbeat: 900,
  run: async (context) => {
    await runNightlyBatch(context, collectBatchSteps(context.services.areas))
  },
}

/**
 * Runs all steps for a business date, each in chunks, and resolves to the id of the run.
 * No progress is stored: all steps are idempotent, so an aborted batch can be repeated.
 */
export async function runNightlyBatch(
  context: JobContext,
  steps: readonly BatchStep[],
  date?: string,
): Promise<number> {
  const today = date ?? businessDate(context.clock(), context.timeZone)
  const run = await begin(context, today)
  try {
    for (const [position, step] of steps.entries())
      await traceWork(
        { name: `nightly ${step.name}`, kind: 'internal', attributes: { 'carat.batch_step': step.name } },
        () => runStep(context, { run, position, today }, step),
      )
  } catch (error) {
    // Recording the failure of the batch also fails if the database is unreachable; the run is then reported as aborted later.
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
  inBatchTransaction(context, (db) =>
    db
      .updateTable('NightlyRun')
      .set({ ...outcome, EndedAt: context.clock().toISOString(), SeenAt: context.clock().toISOString() })
      .where('NightlyRunId', '=', run)
      .execute(),
  )

type StepInRun = { run: number; position: number; today: string }

async function runStep(context: JobContext, { run, position, today }: StepInRun, step: BatchStep) {
  const stepKey = { NightlyRunId: run, Step: step.name }
  await inBatchTransaction(context, (db) =>
    db
      .insertInto('NightlyStep')
      .values({ ...stepKey, Place: position, StartedAt: context.clock().toISOString() })
      .execute(),
  )
  let after = ''
  let processedRows = 0
  let chunks = 0
  for (;;) {
    const now = context.clock()
    const chunk = await inBatchTransaction(context, async (db) => {
      const { timeZone } = context
      const processed = await step.chunk({ db, now, today, timeZone, after })
      if (processed) await recordProgress(db, { ...stepKey, now: now.toISOString() }, processed)
      return processed
    })
    if (!chunk) break
    processedRows += chunk.Done
    chunks++
    after = chunk.LastKey
  }
  await inBatchTransaction(context, (db) =>
    db
      .updateTable('NightlyStep')
      .set({ EndedAt: context.clock().toISOString() })
      .where('NightlyRunId', '=', run)
      .where('Step', '=', step.name)
      .execute(),
  )
  describeSpan({ 'carat.rows': processedRows, 'carat.chunks': chunks })
  if (processedRows > 0) context.log(`The nightly batch of ${today}: ${step.name}, ${processedRows}`)
}

const recordProgress = (
  db: Db,
  { NightlyRunId, Step, now }: { NightlyRunId: number; Step: string; now: string },
  { FirstKey, LastKey, Done, Points = 0 }: NonNullable<Awaited<ReturnType<BatchStep['chunk']>>>,
) =>
  sql`
    with seen as (update nightly_run set seen_at = ${now} where nightly_run_id = ${NightlyRunId})
    update nightly_step set done = done + ${Done}, points = points + ${Points}, chunks = chunks + 1,
      from_key = coalesce(from_key, ${FirstKey}), to_key = ${LastKey}
    where nightly_run_id = ${NightlyRunId} and step = ${Step}`.execute(db)

/** Records the start of a run, and marks earlier runs without a heartbeat as aborted. */
const begin = (context: JobContext, today: string) =>
  inBatchTransaction(context, async (db) => {
    const now = context.clock().toISOString()
    await sql`update nightly_run set status = 'Broken off'
      where status = 'Running' and seen_at < ${now}::timestamptz - make_interval(mins => ${HEARTBEAT_TIMEOUT_MINUTES})`.execute(
      db,
    )
    const { NightlyRunId } = await db
      .insertInto('NightlyRun')
      .values({ BusinessDate: today, StartedAt: now, SeenAt: now })
      .returning('NightlyRunId')
      .executeTakeFirstOrThrow()
    return NightlyRunId
  })

/** Writes one audit record per statement, because a chunk changes thousands of rows that name their cause. */
const inBatchTransaction = <Result>(context: JobContext, work: (db: Db) => Promise<Result>) =>
  inJobTransaction(context, { bulk: NIGHTLY_JOB_NAME }, work)
