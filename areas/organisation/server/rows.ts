import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'

// Writes rows of buildings, departments and staff. The area `staff` has their endpoints and pages.

type Changing = Pick<Ctx, 'db' | 'now'>

export const buildingFields = ['BuildingId', 'Code', 'Name', 'BuildingTypeId', 'Phone', 'Status', 'Version'] as const
export const departmentFields = ['DepartmentId', 'Code', 'Name', 'Status', 'Version'] as const

export const insertBuilding = ({ db, now }: Changing, building: Insertable<Tables['Building']>) =>
  db
    .insertInto('Building')
    .values({ ...building, CreatedAt: now, UpdatedAt: now })
    .returning(buildingFields)
    .executeTakeFirstOrThrow()

/** Updates a building and increments its version; the caller has locked the row and compared the version. */
export const updateBuilding = (
  { db, now }: Changing,
  { BuildingId, version, ...changes }: Updateable<Tables['Building']> & { BuildingId: number; version: number },
) =>
  db
    .updateTable('Building')
    .set({ ...changes, Version: version + 1, UpdatedAt: now })
    .where('BuildingId', '=', BuildingId)
    .returning(buildingFields)
    .executeTakeFirstOrThrow()

export const insertDepartment = ({ db, now }: Changing, department: Insertable<Tables['Department']>) =>
  db
    .insertInto('Department')
    .values({ ...department, CreatedAt: now, UpdatedAt: now })
    .returning(departmentFields)
    .executeTakeFirstOrThrow()

/** Updates a department and increments its version, under the same conditions as `updateBuilding`. */
export const updateDepartment = (
  { db, now }: Changing,
  { DepartmentId, version, ...changes }: Updateable<Tables['Department']> & { DepartmentId: number; version: number },
) =>
  db
    .updateTable('Department')
    .set({ ...changes, Version: version + 1, UpdatedAt: now })
    .where('DepartmentId', '=', DepartmentId)
    .returning(departmentFields)
    .executeTakeFirstOrThrow()

export const insertStaff = ({ db, now }: Changing, staff: Insertable<Tables['Staff']>) =>
  db
    .insertInto('Staff')
    .values({ ...staff, CreatedAt: now, UpdatedAt: now })
    .returning('StaffId')
    .executeTakeFirstOrThrow()

/** Updates a member of staff and increments their version, under the same conditions as `updateBuilding`. */
export const updateStaff = (
  { db, now }: Changing,
  { StaffId, version, ...changes }: Updateable<Tables['Staff']> & { StaffId: number; version: number },
) =>
  db
    .updateTable('Staff')
    .set({ ...changes, Version: version + 1, UpdatedAt: now })
    .where('StaffId', '=', StaffId)
    .execute()
