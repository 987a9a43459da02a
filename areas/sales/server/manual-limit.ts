import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/**
 * The total of manual sales that the caller may enter for one member on one day without approval; null: no limit. Tills
 * report completed sales, and head office is trusted with its entries.
 */
export async function manualLimit(ctx: Ctx): Promise<string | null> {
  const { kind, isHQ, staffId } = ctx.actor
  if (kind !== 'staff' || isHQ) return null
  const limits = await readSettings(ctx)
  const person = await ctx.db.selectFrom('Staff').select('StaffType').where('StaffId', '=', staffId).executeTakeFirst()
  return person?.StaffType === 'Outlet Manager' ? limits['sales.manualLimitManager'] : limits['sales.manualLimitStaff']
}
