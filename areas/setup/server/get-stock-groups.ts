import type { Ctx } from '#kit/server/ctx.ts'

export async function getStockGroups(ctx: Ctx) {
  const rows = await ctx.db.selectFrom('StockGroup').select(['Code', 'Name']).orderBy('Code').execute()
  return { count: rows.length, rows }
}
