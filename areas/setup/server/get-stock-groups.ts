import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'

/** Lists the active stock groups. */
export const getStockGroups = (ctx: Ctx) =>
  queryList(ctx.db.selectFrom('StockGroup').select(['Code', 'Name']).where('Status', '=', 'Active').orderBy('Code'))
