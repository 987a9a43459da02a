import { sql } from 'kysely'
import { departmentFields, insertDepartment, updateDepartment as updateRow } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { contains, equalsText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract/places.ts'
import { buildingAndDepartmentRefusals as refusals } from '../../contract/places.ts'
import { requireHeadOffice } from '../head-office.ts'
import { refuseDuplicatePlaceCode, refuseOccupiedPlace } from './place-rows.ts'

export const getDepartments = (ctx: Ctx) =>
  queryList(
    ctx.db
      .selectFrom('Department')
      .select(['DepartmentId', 'Code', 'Name'])
      .where('Status', '=', 'Active')
      .orderBy('Code'),
  )

export const listDepartments = (ctx: Ctx, { Search }: Input<typeof contract.listDepartments>) =>
  queryList(ctx.db.selectFrom('Department').select(departmentFields).where('Status', '<>', 'Deleted'), {
    where: [contains('Code', Search.Code), contains('Name', Search.Name), equalsText('Status', Search.Status)],
    tie: () => sql`department_id`,
  })

export async function addDepartment(ctx: Ctx, input: Input<typeof contract.addDepartment>) {
  const department = await insertDepartment(ctx, input).catch(refuseDuplicatePlaceCode(input.Code))

  ctx.audit(
    'Create Department',
    'Department',
    department.DepartmentId,
    `Create Department in Departments. Code - ${department.Code}`,
  )
  return department
}

export async function updateDepartment(
  ctx: Ctx,
  { DepartmentId, Version, ...changes }: Input<typeof contract.updateDepartment>,
) {
  requireHeadOffice(ctx)
  const department = await ctx.db
    .selectFrom('Department')
    .select(departmentFields)
    .where('DepartmentId', '=', DepartmentId)
    .where('Status', '<>', 'Deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!department) throw refusals.departmentNotFound()
  if (department.Version !== Version) throw staleVersionRefusal(department)
  if (changes.Status === 'Inactive' && department.Status === 'Active')
    await refuseOccupiedPlace(ctx, 'DepartmentId', DepartmentId)

  const updated = await updateRow(ctx, { ...changes, DepartmentId, version: Version })

  ctx.audit(
    'Update Department',
    'Department',
    DepartmentId,
    `Update Department in Departments. Code - ${department.Code}`,
  )
  return updated
}
