import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'

export const getStockGroups = (ctx: Ctx) =>
  queryList(ctx.db.selectFrom('StockGroup').select(['Code', 'Name']).orderBy('Code'))
