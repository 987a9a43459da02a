import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addDepartment as endpoint } from '../../contract/places.ts'
import { departmentFields, refuseTakenCode } from './place-rows.ts'

export async function addDepartment(ctx: Ctx, input: Input<typeof endpoint>) {
  const added = await ctx.db
    .insertInto('Department')
    .values({ ...input, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning(departmentFields)
    .executeTakeFirstOrThrow()
    .catch(refuseTakenCode(input.Code))

  ctx.audit(
    'Create Department',
    'Department',
    added.DepartmentId,
    `Create Department in Departments. Code - ${added.Code}`,
  )
  return added
}
