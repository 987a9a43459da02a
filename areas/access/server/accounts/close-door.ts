import type { Ctx } from '#kit/server/ctx.ts'
import { endings, endSessionsOf } from '../session-endings.ts'
import { refuseWithoutAdministrator } from './account-rows.ts'

/**
 * Somebody left: their sessions end with the change, and the last administrator may not leave. Called after it, within
 * `oneAdministratorAtATime`.
 */
export async function closeDoorFor(ctx: Ctx, StaffId: number) {
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select('UserId')
    .where('StaffId', '=', StaffId)
    .executeTakeFirst()
  if (!account) return
  await endSessionsOf(ctx, account.UserId, endings.byStaff)
  await refuseWithoutAdministrator(ctx)
}
