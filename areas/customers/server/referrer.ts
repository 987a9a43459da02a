import type { Ctx } from '#kit/server/ctx.ts'

/** Notes who recommended a locked customer; the caller's own change raises the version. */
export const setReferrer = (ctx: Ctx, CustomerId: number, RecommendMembershipNo: string) =>
  ctx.db.updateTable('Customer').set({ RecommendMembershipNo }).where('CustomerId', '=', CustomerId).execute()

/** Forgets whom a customer named, when that was turned down. */
export const clearReferrer = (ctx: Ctx, CustomerId: number, MembershipNo: string) =>
  ctx.db
    .updateTable('Customer')
    .set((expression) => ({
      RecommendMembershipNo: null,
      Version: expression('Version', '+', 1),
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    }))
    .where('CustomerId', '=', CustomerId)
    .where('RecommendMembershipNo', '=', MembershipNo)
    .execute()
