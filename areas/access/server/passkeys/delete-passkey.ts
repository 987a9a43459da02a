import type { Ctx } from '#kit/server/ctx.ts'
import { passkeyRefusals } from '../../contract/passkeys.ts'
import { sessionEndReasons } from '../end-reasons.ts'

type Options = { UserId: number; keepSession: number | null }

/** Ends the sessions that a passkey opened, except `keepSession`, and deletes the passkey. */
export async function deletePasskey(ctx: Ctx, PasskeyId: number, { UserId, keepSession }: Options) {
  let query = ctx.db
    .updateTable('Session')
    .set({ EndedAt: ctx.now, EndReason: sessionEndReasons.passkeyRemoved, EndedById: ctx.actor.userId })
    .where('PasskeyId', '=', PasskeyId)
    .where('EndedAt', 'is', null)
  if (keepSession !== null) query = query.where('SessionId', '!=', keepSession)
  await query.execute()
  const removed = await ctx.db
    .deleteFrom('Passkey')
    .where('PasskeyId', '=', PasskeyId)
    .where('UserId', '=', UserId)
    .returning('Name')
    .executeTakeFirst()
  if (!removed) throw passkeyRefusals.passkeyNotFound()
  return removed
}
