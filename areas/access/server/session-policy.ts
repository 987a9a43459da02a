import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** After how long a silence, and after how long in any case, staff sign in again. */
export async function sessionPolicy(ctx: Pick<Ctx, 'db'>) {
  const own = await settings(ctx)
  return { idleSeconds: own['access.idleMinutes'] * 60, longestSeconds: own['access.sessionHours'] * 3600 }
}
