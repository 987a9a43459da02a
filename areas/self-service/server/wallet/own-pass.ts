import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '#kit/server/errors.ts'
import { getOwnCard } from '../card/card.ts'
import { visitOf } from '../visits/visits.ts'
import { applePass } from './apple-pass.ts'

/** The signed pass; the reply of a call is JSON, so its bytes travel as text as far as the file that is sent. */
export async function getOwnPass(ctx: Ctx) {
  const apple = ctx.services.wallets?.apple
  if (!apple) throw refusals.noSuchCall()
  const [card, { Language }] = [await getOwnCard(ctx), await visitOf(ctx, ctx.actor.sessionId!)]
  return { MembershipNo: card.MembershipNo, Pass: applePass(card, apple, Language).toString('base64') }
}
