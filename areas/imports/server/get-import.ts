import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { loadImport } from './rows.ts'

/** One import with all that is needed to look at it, or to run it again. */
export async function getImport(ctx: Ctx, { ImportId }: Input<typeof contract.getImport>) {
  return (await loadImport(ctx, ImportId)) as Reply<typeof contract.getImport>
}
