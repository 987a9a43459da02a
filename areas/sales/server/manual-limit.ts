import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/**
 * Up to what amount a caller's sales by hand for one member on one day count at once; null: without limit. A till has sold
 * what it sends, and head office answers for what it enters.
 */
export async function manualLimit(ctx: Ctx): Promise<string | null> {
  const { kind, isHQ, staffId } = ctx.actor
  if (kind !== 'staff' || isHQ) return null
  const own = await settings(ctx)
  const person = await ctx.db.selectFrom('Staff').select('StaffType').where('StaffId', '=', staffId).executeTakeFirst()
  return person?.StaffType === 'Outlet Manager' ? own['sales.manualLimitManager'] : own['sales.manualLimitStaff']
}
