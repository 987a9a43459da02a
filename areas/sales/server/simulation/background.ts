import { simulationRefusals as refusals, type SimulationResult } from '#areas/points/contract.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import { createKysely, openClient } from '#kit/server/database.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { replaySalesWithDraft, type SimulatedRuleDraft } from './replay.ts'

export const SIMULATION_JOB_NAME = 'simulations'

/** A simulation whose server dies is started at most this number of times. */
const ATTEMPTS = 3

/** Runs queued simulations. A request starts this job at once; the schedule starts it if that fails. */
export const simulationJob: BackgroundJob = {
  name: SIMULATION_JOB_NAME,
  schedule: '* * * * *',
  seconds: 3600,
  heartbeat: 60,
  run: runSimulations,
}

type Claimed = SimulatedRuleDraft & { simulation_id: number; months: number; attempts: number }

export async function runSimulations(context: ServerJobContext): Promise<void> {
  await takeOver(context)
  for (;;) {
    const next = await claim(context)
    if (!next) return
    await runOne(context, next)
  }
}

/** Ends simulations that are still Running when the job starts: only one job runs, so their process has stopped. */
async function takeOver({ database, clock }: ServerJobContext) {
  const { code, text } = refusals.stopped
  await database.pool.query(
    `update point_simulation set status = case when attempts < $1 then 'Queued' else 'Failed' end,
       ended_at = case when attempts < $1 then null else $2::timestamptz end,
       message = case when attempts < $1 then null else $3 end, message_code = case when attempts < $1 then null else $4 end
     where status = 'Running'`,
    [ATTEMPTS, clock(), text, code],
  )
}

async function claim({ database }: ServerJobContext): Promise<Claimed | undefined> {
  const { rows } = await database.pool.query<Claimed>(
    `update point_simulation set status = 'Running', attempts = attempts + 1, lines_done = 0
     where simulation_id = (select simulation_id from point_simulation where status = 'Queued' order by simulation_id limit 1 for update skip locked)
     returning simulation_id, kind, structure_id, rate_id, months, draft, attempts`,
  )
  return rows[0]
}

/** Error that ends a simulation which was cancelled or taken over by another process. */
class Cancelled extends Error {}

async function runOne(context: ServerJobContext, claimed: Claimed) {
  const { simulation_id: id, attempts } = claimed
  const ownRun = `simulation_id = $1 and status = 'Running' and attempts = $2`
  const reportProgress = async (done: number, total: number) => {
    const { rowCount } = await context.database.pool.query(
      `update point_simulation set lines_done = $3, lines_total = $4 where ${ownRun}`,
      [id, attempts, done, total],
    )
    if (rowCount === 0) throw new Cancelled()
  }
  const finish = (status: string, result: SimulationResult | null, message: string | null, code: string | null) =>
    context.database.pool.query(
      `update point_simulation set status = $3, result = $4, message = $5, message_code = $6, ended_at = $7 where ${ownRun}`,
      [id, attempts, status, result && JSON.stringify(result), message, code, context.clock()],
    )

  // A connection of its own, because its temporary tables replace the real rules for the earning function.
  const client = await openClient(context.directUrl, 'carat simulation')
  try {
    const cost = (await readSettings({ db: createKysely(client as never) }))['points.costPerPoint']
    const today = businessDate(context.clock(), context.timeZone)
    const result = await replaySalesWithDraft(client, claimed, { today, months: claimed.months, cost }, reportProgress)
    await finish('Completed', result, null, null)
  } catch (error) {
    if (error instanceof Cancelled) return
    // The user gets a general message; the log has the error; the job continues with the next simulation.
    context.log(`Simulation ${id} failed: ${(error as Error).message}`)
    await finish('Failed', null, refusals.stopped.text, refusals.stopped.code)
  } finally {
    await client.end()
  }
}
