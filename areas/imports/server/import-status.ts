import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type importStatus as call, refusals } from '../contract.ts'
import { checkKind, statusColumns } from './rows.ts'

/** How far an import has come; asked for every second by whoever waits. */
export async function importStatus(ctx: Ctx, { ImportId }: Input<typeof call>) {
  const found = await ctx.db
    .selectFrom('ImportJob')
    .select([...statusColumns, 'Kind'])
    .where('ImportId', '=', ImportId)
    .executeTakeFirst()
  if (!found) throw refusals.notFound()
  const { Kind, ...status } = found
  checkKind(ctx.actor, Kind)
  return status
}
