import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addCardGroup as endpoint } from '../../contract/card-groups.ts'
import { cardGroupFields, refuseTakenName } from './card-group-rows.ts'

export async function addCardGroup(ctx: Ctx, input: Input<typeof endpoint>) {
  const added = await ctx.db
    .insertInto('CardGroup')
    .values({ ...input, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning(cardGroupFields)
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(input.Name))

  ctx.audit(
    'Create Card Group',
    'CardGroup',
    added.GroupId,
    `Create Card Group in Card Group. GroupId - ${added.GroupId}`,
  )
  return added
}
