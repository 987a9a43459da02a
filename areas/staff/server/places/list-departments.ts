import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, sameText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { listDepartments as endpoint } from '../../contract/places.ts'
import { departmentFields } from './place-rows.ts'

export const listDepartments = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  queryList(ctx.db.selectFrom('Department').select(departmentFields).where('Status', '<>', 'Deleted'), {
    where: [contains('Code', Search.Code), contains('Name', Search.Name), sameText('Status', Search.Status)],
    tie: () => sql`department_id`,
  })
