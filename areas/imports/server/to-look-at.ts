import type { Ctx } from '#kit/server/ctx.ts'
import { kindsOf } from './imports.ts'

const DAY_MS = 86_400_000

/** Imports that run, and those of the last day that failed: what the menu counts for the person who may import. */
export async function importsToLookAt(ctx: Ctx): Promise<number> {
  const kinds = kindsOf(ctx.actor)
  if (kinds.length === 0 || !ctx.actor.privileges.has('Import Data')) return 0
  const { Count } = await ctx.db
    .selectFrom('ImportJob')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('Kind', 'in', kinds)
    .where('CreatedAt', '>', new Date(ctx.now.getTime() - DAY_MS).toISOString())
    .where(({ eb, and, or }) =>
      or([
        eb('Status', 'in', ['Running', 'Failed']),
        // Ended, but not one row has succeeded.
        and([eb('Status', '=', 'Completed'), eb('RowsCreated', '=', 0), eb('RowsFailed', '>', 0)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Count
}
