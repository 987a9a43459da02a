import type { Ctx } from '#kit/server/ctx.ts'
import { buildingAndDepartmentRefusals as refusals } from '../../contract/places.ts'

export const refuseDuplicatePlaceCode = (Code: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'building_code_key' || error.constraint === 'department_code_key'
    ? refusals.codeTaken({ Code })
    : error
}

const NAMES_MAX = 5

/** Throws an error with the names of active staff if any work at this outlet or department. */
export async function refuseOccupiedPlace(ctx: Ctx, place: 'BuildingId' | 'DepartmentId', id: number) {
  const people = await ctx.db
    .selectFrom('Staff')
    .select('FullName')
    .where(place, '=', id)
    .where('Status', '=', 'Active')
    .orderBy('FullName')
    .execute()
  if (people.length === 0) return
  const listedNames = people.slice(0, NAMES_MAX).map(({ FullName }) => FullName)
  const furtherCount = people.length - listedNames.length
  throw refusals.staffThere({ Names: listedNames.join(', ') + (furtherCount > 0 ? ` (+${furtherCount})` : '') })
}
