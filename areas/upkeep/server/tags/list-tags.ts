import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, sameText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { listTags as endpoint } from '../../contract/tags.ts'
import { tagsInScope } from './tag-rows.ts'

export const listTags = (ctx: Ctx, { Search }: Input<typeof endpoint>) =>
  queryList(tagsInScope(ctx), {
    where: [
      equals('CustomerId', Search.CustomerId),
      sameText('Name', Search.Name),
      Search.Status ? equals('Status', Search.Status) : sql`status <> 'Deleted'`,
    ],
    tie: 'TagId',
  })
