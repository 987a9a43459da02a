import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { valueList } from '#kit/server/list.ts'
import type { listEntries as endpoint } from '../../contract/lists.ts'
import { entriesOf } from './entry-rows.ts'

export const listEntries = async (ctx: Ctx, { ListName }: Input<typeof endpoint>) =>
  valueList(await entriesOf(ctx, ListName))
