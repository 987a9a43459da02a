import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom, sameWords } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'

export const buildingFields = ['BuildingId', 'Code', 'Name', 'BuildingTypeId', 'Phone', 'Status', 'Version'] as const

const listedFields = [...buildingFields, 'BuildingId as Id'] as const

/** The specification's own names beside ours. */
const asSpecified = <Row extends { Code: string; Name: string }>(row: Row) => ({
  ...row,
  code: row.Code,
  name: row.Name,
})

export async function listBuildings(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listBuildings>,
) {
  let query = ctx.db.selectFrom('Building').select(listedFields).where('Status', '<>', 'Deleted')
  if (Search.Code) query = query.where('Code', 'ilike', containing(Search.Code))
  if (Search.Name) query = query.where('Name', 'ilike', containing(Search.Name))
  // The specification asks for "active" in small letters.
  if (Search.Status) query = query.where('Status', 'ilike', sameWords(Search.Status) as 'Active')
  if (Search.building_type_id?.length) query = query.where('BuildingTypeId', 'in', Search.building_type_id)
  const { count, rows } = await pageFrom(
    query.orderBy(SortOption, direction(SortDirection)).orderBy('BuildingId'),
    page,
  )
  return { count, rows: rows.map(asSpecified) }
}

export async function getBuildings(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('Building')
    .select(listedFields)
    .where('Status', '=', 'Active')
    .orderBy('Code')
    .execute()
  return { count: rows.length, rows: rows.map(asSpecified) }
}
