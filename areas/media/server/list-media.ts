import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { mediaOf } from './media-rows.ts'

export const listMedia = (ctx: Ctx, { Search }: Input<typeof contract.listMedia>) =>
  queryList(
    ctx.db
      .selectFrom('Media')
      .selectAll()
      .where('ObjectType', '=', Search.ObjectType)
      .where('ObjectId', '=', Search.ObjectId)
      .where('Status', '=', 'Active'),
    { tie: 'MediaId', map: mediaOf },
  )
