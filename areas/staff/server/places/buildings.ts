import { sql } from 'kysely'
import { buildingFields, insertBuilding, updateBuilding as updateRow } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { contains, equalsText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as places from '../../contract/places.ts'
import { buildingAndDepartmentRefusals as refusals } from '../../contract/places.ts'
import type * as contract from '../../contract.ts'
import { requireHeadOffice } from '../head-office.ts'
import { refuseDuplicatePlaceCode, refuseOccupiedPlace } from './place-rows.ts'

const listedFields = [...buildingFields, 'BuildingId as Id'] as const

/** Adds field names that the specification uses to the row of a building. */
const withSpecifiedNames = <Row extends { Code: string; Name: string }>(row: Row) => ({
  ...row,
  code: row.Code,
  name: row.Name,
})

export const listBuildings = (ctx: Ctx, { Search }: Input<typeof contract.listBuildings>) =>
  queryList(ctx.db.selectFrom('Building').select(listedFields).where('Status', '<>', 'Deleted'), {
    where: [
      contains('Code', Search.Code),
      contains('Name', Search.Name),
      // Status is compared without regard to case, because the specification writes "active" in lower case.
      equalsText('Status', Search.Status),
      Search.building_type_id?.length && sql`building_type_id = any(${Search.building_type_id})`,
    ],
    tie: () => sql`building_id`,
    map: withSpecifiedNames,
  })

export const getBuildings = (ctx: Ctx) =>
  queryList(ctx.db.selectFrom('Building').select(listedFields).where('Status', '=', 'Active').orderBy('Code'), {
    map: withSpecifiedNames,
  })

export async function addBuilding(ctx: Ctx, input: Input<typeof places.addBuilding>) {
  const building = await insertBuilding(ctx, input).catch(refuseDuplicatePlaceCode(input.Code))

  ctx.audit('Create Building', 'Building', building.BuildingId, `Create Building in Outlets. Code - ${building.Code}`)
  return building
}

export async function updateBuilding(
  ctx: Ctx,
  { BuildingId, Version, ...changes }: Input<typeof places.updateBuilding>,
) {
  requireHeadOffice(ctx)
  // The lock prevents other transactions from moving staff to this building (see findWorkplaceIds).
  const building = await ctx.db
    .selectFrom('Building')
    .select(buildingFields)
    .where('BuildingId', '=', BuildingId)
    .where('Status', '<>', 'Deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!building) throw refusals.buildingNotFound()
  if (building.Version !== Version) throw staleVersionRefusal(building)
  if (changes.Status === 'Inactive' && building.Status === 'Active') {
    if (building.Code === HQ_CODE) throw refusals.headOfficeStays()
    await refuseOccupiedPlace(ctx, 'BuildingId', BuildingId)
  }

  const updated = await updateRow(ctx, { ...changes, BuildingId, version: Version })

  ctx.audit('Update Building', 'Building', BuildingId, `Update Building in Outlets. Code - ${building.Code}`)
  return updated
}
