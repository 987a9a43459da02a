import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** Up to how many points this caller may adjust alone; whoever lacks the privilege needs a second person for each. */
export async function limitOf(ctx: Ctx): Promise<number> {
  if (!ctx.actor.privileges.has('Adjust Points')) return 0
  const own = await settings(ctx)
  return ctx.actor.isHQ ? own['adjustment.limitHQ'] : own['adjustment.limitManager']
}
