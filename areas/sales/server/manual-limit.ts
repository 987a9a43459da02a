import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/**
 * Returns the total of manual sales that the caller can enter per member and day without approval; null is no limit.
 * Tills have no limit, because they report completed sales; head office has no limit either.
 */
export async function findManualSaleLimit(ctx: Ctx): Promise<string | null> {
  const { kind, isHQ, staffId } = ctx.actor
  if (kind !== 'staff' || isHQ) return null
  const limits = await readSettings(ctx)
  const person = await ctx.db.selectFrom('Staff').select('StaffType').where('StaffId', '=', staffId).executeTakeFirst()
  return person?.StaffType === 'Outlet Manager' ? limits['sales.manualLimitManager'] : limits['sales.manualLimitStaff']
}
