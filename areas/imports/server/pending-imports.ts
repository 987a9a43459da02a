import type { Ctx } from '#kit/server/ctx.ts'
import { importKindsOfCaller } from './imports.ts'

const DAY_MS = 86_400_000

/** Counts the running and failed imports of the last day for the menu, of the kinds that the user may import. */
export async function countPendingImports(ctx: Ctx): Promise<number> {
  const kinds = importKindsOfCaller(ctx.actor)
  if (kinds.length === 0 || !ctx.actor.privileges.has('Import Data')) return 0
  const { Count } = await ctx.db
    .selectFrom('ImportJob')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('Kind', 'in', kinds)
    .where('CreatedAt', '>', new Date(ctx.now.getTime() - DAY_MS).toISOString())
    .where(({ eb, and, or }) =>
      or([
        eb('Status', 'in', ['Running', 'Failed']),
        // A completed import counts as failed if some rows failed and no row was created.
        and([eb('Status', '=', 'Completed'), eb('RowsCreated', '=', 0), eb('RowsFailed', '>', 0)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Count
}
