import type { Ctx } from '#kit/server/ctx.ts'

/** Sets the referrer of a locked customer. The version stays, because the caller's update increments the version. */
export const setReferrer = (ctx: Ctx, CustomerId: number, RecommendMembershipNo: string) =>
  ctx.db.updateTable('Customer').set({ RecommendMembershipNo }).where('CustomerId', '=', CustomerId).execute()

/** Removes the referrer of a customer after the referral was rejected. */
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
