import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateBuilding as endpoint, placeRefusals as refusals } from '../../contract/places.ts'
import { HQ } from '../../contract.ts'
import { requireHeadOffice } from '../head-office.ts'
import { buildingFields } from '../list-buildings.ts'
import { refuseWhereStaffWork } from './place-rows.ts'

export async function updateBuilding(ctx: Ctx, { BuildingId, Version, ...changes }: Input<typeof endpoint>) {
  requireHeadOffice(ctx)
  // Locked, so that nobody is moved there while it is closed (see placeOf).
  const building = await ctx.db
    .selectFrom('Building')
    .select(buildingFields)
    .where('BuildingId', '=', BuildingId)
    .where('Status', '<>', 'Deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!building) throw refusals.buildingNotFound()
  if (building.Version !== Version) throw stale(building)
  if (changes.Status === 'Inactive' && building.Status === 'Active') {
    if (building.Code === HQ) throw refusals.headOfficeStays()
    await refuseWhereStaffWork(ctx, 'BuildingId', BuildingId)
  }

  const updated = await ctx.db
    .updateTable('Building')
    .set({ ...changes, Version: Version + 1, UpdatedAt: ctx.now })
    .where('BuildingId', '=', BuildingId)
    .returning(buildingFields)
    .executeTakeFirstOrThrow()

  ctx.audit('Update Building', 'Building', BuildingId, `Update Building in Outlets. Code - ${building.Code}`)
  return updated
}
