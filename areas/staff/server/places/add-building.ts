import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addBuilding as endpoint } from '../../contract/places.ts'
import { buildingFields } from '../list-buildings.ts'
import { refuseTakenCode } from './place-rows.ts'

export async function addBuilding(ctx: Ctx, input: Input<typeof endpoint>) {
  const added = await ctx.db
    .insertInto('Building')
    .values({ ...input, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning(buildingFields)
    .executeTakeFirstOrThrow()
    .catch(refuseTakenCode(input.Code))

  ctx.audit('Create Building', 'Building', added.BuildingId, `Create Building in Outlets. Code - ${added.Code}`)
  return added
}
