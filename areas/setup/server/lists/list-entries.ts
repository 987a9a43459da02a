import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { listEntries as endpoint } from '../../contract/lists.ts'
import { entriesOf } from './entry-rows.ts'

export async function listEntries(ctx: Ctx, { ListName }: Input<typeof endpoint>) {
  const rows = await entriesOf(ctx, ListName)
  return { count: rows.length, rows }
}
