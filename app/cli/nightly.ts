import { parseArgs } from 'node:util'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { loadConfig } from '#app/server/config.ts'
import { DateOnly } from '#kit/contract/fields.ts'
import { businessDate, systemClock } from '#kit/server/clock.ts'
import { migrate } from '#kit/server/migrate.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { type CliCommand, runWithJobContext, UsageError } from './command.ts'

/** Runs the nightly batch, which the server otherwise runs after midnight. */
export const nightlyCommand: CliCommand = {
  name: 'nightly',
  usage: '[--date YYYY-MM-DD]',
  help: 'Runs the nightly batch now: recovers arrears, expires points, moves card levels. A day to come only in a demo.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { date: { type: 'string' } } })
    if (values.date !== undefined && !DateOnly.safeParse(values.date).success)
      throw new UsageError('--date takes a date like 2026-01-31')
    const { businessTimeZone: timeZone, demo } = loadConfig(env)
    // A date to come is refused outside the demo, because points that expire too early cannot be restored.
    if (!demo && values.date !== undefined && values.date > businessDate(systemClock(), timeZone))
      throw new UsageError('--date takes a day to come only with DEMO=1')
    await runWithJobContext(env, 'night', async (context) => {
      await migrate({ url: context.directUrl, log: context.log })
      const run = await runNightlyBatch(context, nightlyBatchSteps, values.date)
      const steps = await context.database.pool.query(
        'select step, done, points from nightly_step where nightly_run_id = $1 order by place',
        [run],
      )
      for (const { step, done, points } of steps.rows) console.log(`${step}: ${done} (${points} points)`)
    })
  },
}
