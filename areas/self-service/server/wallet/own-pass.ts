import type { Ctx } from '#kit/server/ctx.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import { getOwnCard } from '../card/card.ts'
import { loadCustomerSession } from '../sessions/customer-sessions.ts'
import { createApplePass } from './apple-pass.ts'

/** Returns the signed wallet pass in base64, because replies are JSON; pass-file.ts sends the bytes to phones. */
export async function getOwnPass(ctx: Ctx) {
  const apple = ctx.services.wallets?.apple
  if (!apple) throw kitRefusals.noSuchCall()
  const [card, { Language }] = [await getOwnCard(ctx), await loadCustomerSession(ctx, ctx.actor.sessionId!)]
  return { MembershipNo: card.MembershipNo, Pass: createApplePass(card, apple, Language).toString('base64') }
}
