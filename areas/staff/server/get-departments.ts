import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'

export const getDepartments = (ctx: Ctx) =>
  queryList(
    ctx.db
      .selectFrom('Department')
      .select(['DepartmentId', 'Code', 'Name'])
      .where('Status', '=', 'Active')
      .orderBy('Code'),
  )
