import { sql } from 'kysely'
import type { BatchStep } from '#areas/points/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Pattern } from '../contract.ts'

type Rule = { Least: number; Days: number; Minutes?: number }

/** What the company looks for, by its settings. */
async function rulesOf(ctx: Pick<Ctx, 'db'>): Promise<Record<Pattern, Rule>> {
  const own = await settings(ctx)
  return {
    'Own number': { Least: own['watch.ownSales'], Days: own['watch.ownDays'] },
    Adjustments: { Least: own['watch.adjustments'], Days: own['watch.adjustmentDays'] },
    'Manual sales': { Least: own['watch.manualSales'], Days: own['watch.manualSaleDays'] },
    Cancellations: { Least: own['watch.cancellations'], Days: own['watch.cancellationDays'] },
    'Cancelled collections': {
      Least: own['watch.cancelledCollections'],
      Days: own['watch.cancelledCollectionDays'],
    },
    // Both visits may lie around midnight.
    'Two outlets': {
      Least: own['watch.outletMinutes'] > 0 ? 1 : 0,
      Days: 2,
      Minutes: own['watch.outletMinutes'],
    },
    'Shared contact': { Least: own['watch.sharedContacts'], Days: own['watch.sharedContactDays'] },
    'Look-ups': { Least: own['watch.lookUps'], Days: own['watch.lookUpDays'] },
    'Look-up limit': { Least: own['watch.lookUpRefusals'], Days: own['watch.lookUpRefusalDays'] },
  }
}

async function run({ db, now, today }: Pick<Ctx, 'db' | 'now' | 'today'>): Promise<number> {
  const rules = JSON.stringify(await rulesOf({ db }))
  const { rows } = await sql<{ Found: number }>`
    select watch_loyalty(${today}::date, ${now}::timestamptz, ${rules}::jsonb) as found`.execute(db)
  return rows[0]!.Found
}

/** Only what came since the last time is read, so all of it is one chunk. */
export const watchLoyalty: BatchStep = {
  name: 'watch loyalty',
  async chunk({ after, ...tools }) {
    if (after !== '') return undefined
    return { FirstKey: tools.today, LastKey: tools.today, Done: await run(tools) }
  },
}

export async function checkNow(ctx: Ctx) {
  const Findings = await run(ctx)
  ctx.audit('Check Loyalty Watch', 'Finding', 0, `Check Now in Loyalty Watch. Findings - ${Findings}`)
  return { Findings }
}
