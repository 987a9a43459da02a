import type { Ctx } from '#kit/server/ctx.ts'

/** A line in the log of the door. What was typed is never part of it. */
export async function recordLoginActivity(
  ctx: Ctx,
  userId: number | null,
  description: string,
  session = ctx.actor.sessionLabel,
) {
  await ctx.db
    .insertInto('LoginActivity')
    .values({
      ActivityDateTime: ctx.now,
      SessionId: session,
      SourceIP: ctx.sourceIP,
      ObjectType: userId === null ? 'Unknown User' : 'User',
      ObjectId: userId === null ? '-' : String(userId),
      ActivityDescription: description,
    })
    .execute()
}
