import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addLoginActivity as call } from '../contract/sessions.ts'

/** A note of the web application about this session, for example that a passcode was handed out. */
export async function addLoginActivity(ctx: Ctx, activity: Input<typeof call>) {
  const { LoginActivityId } = await ctx.db
    .insertInto('LoginActivity')
    .values({
      ...activity,
      ActivityDateTime: ctx.now,
      SessionId: ctx.actor.sessionLabel,
      SourceIP: ctx.sourceIP,
    })
    .returning('LoginActivityId')
    .executeTakeFirstOrThrow()
  ctx.audit('Create Login Activity', 'LoginActivity', LoginActivityId)
  return { LoginActivityId }
}
