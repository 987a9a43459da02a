import type { Ctx } from '#kit/server/ctx.ts'

/** The request of one kind that waits for one object; undefined when it was decided, or never asked. */
export async function waitingRequest(ctx: Ctx, { Kind, ObjectId }: { Kind: string; ObjectId: string | number }) {
  const row = await ctx.db
    .selectFrom('Approval')
    .select('ApprovalId')
    .where('Kind', '=', Kind)
    .where('ObjectId', '=', String(ObjectId))
    .where('Status', '=', 'Pending')
    .executeTakeFirst()
  return row?.ApprovalId
}
