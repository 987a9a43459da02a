import type { Ctx } from '#kit/server/ctx.ts'
import { placeRefusals as refusals } from '../../contract/places.ts'

export const refuseTakenCode = (Code: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'building_code_key' || error.constraint === 'department_code_key'
    ? refusals.codeTaken({ Code })
    : error
}

const NAMES_MOST = 5

/** A place where people work can't be closed; the answer says who they are. */
export async function refuseWhereStaffWork(ctx: Ctx, place: 'BuildingId' | 'DepartmentId', id: number) {
  const people = await ctx.db
    .selectFrom('Staff')
    .select('FullName')
    .where(place, '=', id)
    .where('Status', '=', 'Active')
    .orderBy('FullName')
    .execute()
  if (people.length === 0) return
  const named = people.slice(0, NAMES_MOST).map(({ FullName }) => FullName)
  const more = people.length - named.length
  throw refusals.staffThere({ Names: named.join(', ') + (more > 0 ? ` (+${more})` : '') })
}
