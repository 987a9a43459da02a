import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import type { BatchStep } from '#kit/server/nightly.ts'
import { createWatchPatternRules } from './rules.ts'

async function runWatch({ db, now, today }: Pick<Ctx, 'db' | 'now' | 'today'>): Promise<number> {
  return databaseFunctions.watchLoyalty(db, {
    today,
    at: now,
    rules: createWatchPatternRules(await readSettings({ db })),
  })
}

/** Nightly step of loyalty watch; it has a single chunk, because it reads only the data since the last run. */
export const watchLoyaltyStep: BatchStep = {
  name: 'watch loyalty',
  async chunk({ after, ...context }) {
    if (after !== '') return undefined
    return { FirstKey: context.today, LastKey: context.today, Done: await runWatch(context) }
  },
}

export async function runWatchNow(ctx: Ctx) {
  const Findings = await runWatch(ctx)
  ctx.audit('Check Loyalty Watch', 'Finding', 0, `Check Now in Loyalty Watch. Findings - ${Findings}`)
  return { Findings }
}
