import type { Ctx } from '#kit/server/ctx.ts'

// The functions of the setup area that other areas may call: settings and brands.

export { readSettings, storedOrDefaultValue } from './setting-rows.ts'

/** Returns the active brands in the order of their list. */
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
