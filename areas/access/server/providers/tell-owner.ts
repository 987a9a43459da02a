import type { Ctx } from '#kit/server/ctx.ts'
import { mailOf } from '../accounts/reachable-by.ts'

/** A new way in is worth a message: who did not add it themselves must learn of it. */
export const tellOwner = (ctx: Ctx, userId: number, provider: string) =>
  tell(
    ctx,
    userId,
    'Another way to sign in was added',
    `Your account can now also be opened through ${provider}.\nIf it was not you who added this, please tell your administrator at once.\n`,
  )

export const tellOwnerOfRemoval = (ctx: Ctx, userId: number, provider: string) =>
  tell(
    ctx,
    userId,
    'A way to sign in was removed',
    `Your account can no longer be opened through ${provider}; ${ctx.actor.name} removed it.\nIf you did not expect this, please tell your administrator at once.\n`,
  )

async function tell(ctx: Ctx, userId: number, Subject: string, Body: string) {
  const To = await mailOf(ctx.db, userId)
  if (To) await ctx.mail({ To, Subject, Body })
}
