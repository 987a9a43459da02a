import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getCardGroup as endpoint, cardGroupRefusals as refusals } from '../../contract/card-groups.ts'
import { cardGroupFields } from './card-group-rows.ts'

export async function getCardGroup(ctx: Ctx, { GroupId }: Input<typeof endpoint>) {
  const group = await ctx.db
    .selectFrom('CardGroup')
    .select(cardGroupFields)
    .where('GroupId', '=', GroupId)
    .executeTakeFirst()
  if (!group || group.Status === 'Deleted') throw refusals.notFound()
  return group
}
