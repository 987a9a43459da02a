import type { Ctx } from '#kit/server/ctx.ts'

// Setup's API for other areas: settings and brands.

export { presentValue, readSettings } from './setting-rows.ts'

/** The active brands in their order. */
export async function listBrands(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('ListItem')
    .select('Value')
    .where('ListName', '=', 'Brand')
    .where('Status', '=', 'Active')
    .orderBy('SequenceNo')
    .execute()
  return rows.map(({ Value }) => Value)
}
