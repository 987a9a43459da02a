import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'

export async function getListItems(ctx: Ctx, { ListName }: Input<typeof contract.getListItems>) {
  const items = await ctx.db
    .selectFrom('ListItem')
    .select(['Value', 'SequenceNo'])
    .where('ListName', '=', ListName)
    .where('Status', '=', 'Active')
    .orderBy('SequenceNo')
    .orderBy('Value')
    .execute()
  return { count: items.length, rows: items.map((item) => ({ ListName, ...item })) }
}
