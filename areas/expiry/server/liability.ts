import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { sqlList } from '#kit/server/list.ts'
import type { BatchStep } from '#kit/server/nightly.ts'
import type * as contract from '../contract/liability.ts'

/** Returns the cost of one point as decimal text, from the setting points.costPerPoint. */
export const readCostPerPoint = async (ctx: Pick<Ctx, 'db'>) => (await readSettings(ctx))['points.costPerPoint']

/** The nightly step that stores the liability of the previous month once, after the points of the month have expired. */
export const storeMonthlyLiabilityStep: BatchStep = {
  name: 'close month',
  async chunk({ db, today, now, after }) {
    if (after !== '') return undefined
    const month = await databaseFunctions.closeMonth(db, { today, cost: await readCostPerPoint({ db }), atTime: now })
    return month ? { FirstKey: month, LastKey: month, Done: 1 } : undefined
  },
}

/** Returns the current points liability of the company. */
export async function getLiability(ctx: Ctx) {
  const cost = await readCostPerPoint(ctx)
  const { rows } = await sql<{ Liability: Omit<Reply<typeof contract.getLiability>, 'AsAt'> }>`
    select report || jsonb_build_object('CostPerPoint', ${cost}::text, 'Value', round((report->>'Outstanding')::bigint * ${cost}::numeric, 2)::text,
      'Earned', earned, 'Redeemed', redeemed, 'Expired', expired, 'Reversed', reversed, 'Adjusted', adjusted) as liability
    from liability_report(${ctx.today}, ${ctx.today}) report,
      liability_moves(date_trunc('month', ${ctx.today}::date)::date, ${ctx.today})`.execute(ctx.db)
  return { AsAt: ctx.today, ...rows[0]!.Liability }
}

/** Lists the closed months with their points liability. */
export const listLiabilityMonths = () =>
  sqlList({
    from: sql`liability_month`,
    select: sql<contract.LiabilityMonth>`month, taken_at, cost_per_point::text, members, lots, outstanding, arrears,
      round(outstanding * cost_per_point, 2)::text as value, earned, redeemed, expired, reversed, adjusted, ageing, projection`,
  })
