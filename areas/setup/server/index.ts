import type { Ctx } from '#kit/server/ctx.ts'

// What other areas may ask of setup: the value of a setting.

/** A setting's present value, or `fallback` where nobody set it. The caller names the kind of value it expects. */
export async function setting<Value extends string | number | boolean>(
  ctx: Ctx,
  Name: string,
  fallback: Value,
): Promise<Value> {
  const row = await ctx.db.selectFrom('Setting').select('Value').where('Name', '=', Name).executeTakeFirst()
  return typeof row?.Value === typeof fallback ? (row!.Value as Value) : fallback
}

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
