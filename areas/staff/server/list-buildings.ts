import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, sameText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'

export const buildingFields = ['BuildingId', 'Code', 'Name', 'BuildingTypeId', 'Phone', 'Status', 'Version'] as const

const listedFields = [...buildingFields, 'BuildingId as Id'] as const

/** The specification's own names beside ours. */
const asSpecified = <Row extends { Code: string; Name: string }>(row: Row) => ({
  ...row,
  code: row.Code,
  name: row.Name,
})

export const listBuildings = (ctx: Ctx, { Search }: Input<typeof contract.listBuildings>) =>
  queryList(ctx.db.selectFrom('Building').select(listedFields).where('Status', '<>', 'Deleted'), {
    where: [
      contains('Code', Search.Code),
      contains('Name', Search.Name),
      // The specification asks for "active" in small letters.
      sameText('Status', Search.Status),
      Search.building_type_id?.length && sql`building_type_id = any(${Search.building_type_id})`,
    ],
    tie: () => sql`building_id`,
    map: asSpecified,
  })

export const getBuildings = (ctx: Ctx) =>
  queryList(ctx.db.selectFrom('Building').select(listedFields).where('Status', '=', 'Active').orderBy('Code'), {
    map: asSpecified,
  })
