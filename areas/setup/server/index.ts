import type { Ctx } from '#kit/server/ctx.ts'

// What other areas may ask of setup: the settings, and the brands.

export { presentValue, settings } from './setting-rows.ts'

/** The brands that are sold now, in their order. */
export async function brands(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('ListItem')
    .select('Value')
    .where('ListName', '=', 'Brand')
    .where('Status', '=', 'Active')
    .orderBy('SequenceNo')
    .execute()
  return rows.map(({ Value }) => Value)
}
