import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'

const fields = ['Report', 'FavouriteYN', 'LastRunAt'] as const

export const listReports = (ctx: Ctx) =>
  queryList(
    ctx.db
      .selectFrom('ReportUse')
      .select(fields)
      .where('UserId', '=', ctx.actor.userId!)
      .orderBy(sql`last_run_at desc nulls last, report`),
    { map: (use) => use as contract.ReportUse },
  )

/** Stores a favourite report of the user; favourites are not audited, because they are not business data. */
export const setFavouriteReport = (ctx: Ctx, { Report, FavouriteYN }: Input<typeof contract.setFavouriteReport>) =>
  saveUse(ctx, Report, { FavouriteYN })

export const recordReportRun = (ctx: Ctx, { Report }: Input<typeof contract.recordReportRun>) =>
  saveUse(ctx, Report, { LastRunAt: ctx.now })

async function saveUse(ctx: Ctx, Report: string, values: { FavouriteYN?: 'Y' | 'N'; LastRunAt?: Date }) {
  const use = await ctx.db
    .insertInto('ReportUse')
    .values({ UserId: ctx.actor.userId!, Report, ...values })
    .onConflict((conflict) => conflict.columns(['UserId', 'Report']).doUpdateSet(values))
    .returning(fields)
    .executeTakeFirstOrThrow()
  return use as contract.ReportUse
}
