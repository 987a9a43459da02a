import { HQ_CODE } from '#kit/contract/scope.ts'
import type { Db } from '#kit/server/ctx.ts'

/** Inserts the head office and its first member of staff, for a database without staff. */
export async function addFirstStaff(db: Db, { Name, Email }: { Name: string; Email: string }) {
  await db
    .insertInto('Building')
    .values({ Code: HQ_CODE, Name: 'Head Office', BuildingTypeId: 1 })
    .onConflict((oc) => oc.column('Code').doNothing())
    .execute()
  const { BuildingId } = await db
    .selectFrom('Building')
    .select('BuildingId')
    .where('Code', '=', HQ_CODE)
    .executeTakeFirstOrThrow()
  const { StaffId } = await db
    .insertInto('Staff')
    .values({ FullName: Name, PreferredName: Name, StaffType: 'HQ', Email, BuildingId })
    .returning('StaffId')
    .executeTakeFirstOrThrow()
  return StaffId
}
