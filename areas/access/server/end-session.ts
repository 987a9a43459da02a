import type { Ctx } from '#kit/server/ctx.ts'
import type { Ending } from './session-endings.ts'

/** From the commit on, no call is answered with this session, on no server (see access_check). */
export async function endSession(ctx: Ctx, SessionId: number, EndReason: Ending) {
  await ctx.db
    .updateTable('Session')
    .set({ EndedAt: ctx.now, EndReason, EndedById: ctx.actor.userId })
    .where('SessionId', '=', SessionId)
    .where('EndedAt', 'is', null)
    .execute()
}
