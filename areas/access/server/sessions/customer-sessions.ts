import type { Ctx } from '#kit/server/ctx.ts'
import { sessionEndReasons } from '../end-reasons.ts'
import { endSession } from './end-sessions.ts'

/** Ends all sessions of a customer, optionally except one. */
export async function endCustomerSessions(ctx: Ctx, customerId: number, { but = null }: { but?: number | null } = {}) {
  let query = ctx.db
    .updateTable('Session')
    .set({ EndedAt: ctx.now, EndReason: sessionEndReasons.byStaff, EndedById: ctx.actor.userId })
    .where('CustomerId', '=', customerId)
    .where('EndedAt', 'is', null)
  if (but !== null) query = query.where('SessionId', '!=', but)
  const ended = await query.returning('SessionId').execute()
  return ended.length
}

export const endOneCustomerSession = (ctx: Ctx, sessionId: number) =>
  endSession(ctx, sessionId, sessionEndReasons.signedOut)
