import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { contains } from '#kit/server/page.ts'
import type { listCardGroups as endpoint } from '../../contract/card-groups.ts'
import { cardGroupFields } from './card-group-rows.ts'

/** Card groups, the newest first. */
export const listCardGroups = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  queryList(
    ctx.db
      .selectFrom('CardGroup')
      .select(cardGroupFields)
      .where('Status', Search.Status ? '=' : '<>', Search.Status ?? 'Deleted'),
    { where: [contains('Name', Search.Name), contains('Description', Search.Description)], tie: 'GroupId' },
  )
