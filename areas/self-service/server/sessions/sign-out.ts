import { customerCookieName, endOneCustomerSession } from '#areas/access/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** Ends the customer session and removes its cookie. */
export async function customerSignOut(ctx: Ctx) {
  await endOneCustomerSession(ctx, ctx.actor.sessionId!)
  if (ctx.web) ctx.reply.clearCookie(customerCookieName(ctx.services.publicUrl))
  return { signed_out_at: ctx.now.toISOString() }
}
