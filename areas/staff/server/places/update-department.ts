import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateDepartment as endpoint, placeRefusals as refusals } from '../../contract/places.ts'
import { requireHeadOffice } from '../head-office.ts'
import { departmentFields, refuseWhereStaffWork } from './place-rows.ts'

export async function updateDepartment(ctx: Ctx, { DepartmentId, Version, ...changes }: Input<typeof endpoint>) {
  requireHeadOffice(ctx)
  const department = await ctx.db
    .selectFrom('Department')
    .select(departmentFields)
    .where('DepartmentId', '=', DepartmentId)
    .where('Status', '<>', 'Deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!department) throw refusals.departmentNotFound()
  if (department.Version !== Version) throw stale(department)
  if (changes.Status === 'Inactive' && department.Status === 'Active')
    await refuseWhereStaffWork(ctx, 'DepartmentId', DepartmentId)

  const updated = await ctx.db
    .updateTable('Department')
    .set({ ...changes, Version: Version + 1, UpdatedAt: ctx.now })
    .where('DepartmentId', '=', DepartmentId)
    .returning(departmentFields)
    .executeTakeFirstOrThrow()

  ctx.audit(
    'Update Department',
    'Department',
    DepartmentId,
    `Update Department in Departments. Code - ${department.Code}`,
  )
  return updated
}
