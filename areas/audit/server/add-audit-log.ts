import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type addAuditLog as endpoint, NOTE } from '../contract.ts'

/**
 * A note, and marked as one: what really happened is written by the server with the change itself. The specification's
 * clients write an entry for each action; here such an entry can say what it likes and proves nothing.
 */
export async function addAuditLog(ctx: Ctx, { ObjectType, ObjectId, LogText }: Input<typeof endpoint>) {
  ctx.audit(NOTE, ObjectType, ObjectId, LogText)
  return { LoggedAt: ctx.now.toISOString(), UpdatedBy: ctx.actor.name }
}
