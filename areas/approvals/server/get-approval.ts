import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getApproval as endpoint, refusals } from '../contract.ts'
import { kindOf } from './kinds.ts'
import { isVisible, requests } from './rows.ts'

/** One request with what it would change: asked of its area anew, so that it is true of now. */
export async function getApproval(ctx: Ctx, { ApprovalId }: Input<typeof endpoint>) {
  const found = await requests(ctx).where('ApprovalId', '=', ApprovalId).where(isVisible(ctx)).executeTakeFirst()
  if (!found) throw refusals.notFound()
  const { Payload, RequestedById, ...approval } = found
  const kind = kindOf(ctx, approval.Kind)
  if (approval.Status !== 'Pending' || !kind.effects) return { ...approval, Effects: [], Obstacle: null }
  const request = { ...approval, RequestedById }
  const Effects = await kind.effects(ctx, kind.payload.parse(Payload), request).catch(refusedWith)
  if (Effects instanceof Refusal)
    return { ...approval, Effects: [], Obstacle: { code: Effects.code, message: Effects.message } }
  return { ...approval, Effects, Obstacle: null }
}

function refusedWith(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
