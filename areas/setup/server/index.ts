import type { Ctx } from '#kit/server/ctx.ts'

// Functions of the area `setup` that other areas call for settings and brands.

export { readSettings, settingValueOrDefault } from './setting-rows.ts'

/** Returns the active brands in the order of the lookup list. */
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
