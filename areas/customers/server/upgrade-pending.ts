import type { Ctx } from '#kit/server/ctx.ts'
import type { UpgradeData } from '../contract/upgrade-data.ts'

const stamp = (ctx: Ctx) => ({ UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })

// None of these raises the customer's version: anyone who fills in what is missing meanwhile must not read that somebody
// else changed the record.

/** Raises the flag "waits for confirmation". */
export const prepareUpgradeOf = (ctx: Ctx, CustomerId: number, data: UpgradeData) =>
  ctx.db
    .updateTable('Customer')
    .set({ ...stamp(ctx), UpgradePendingYN: 'Y', UpgradeData: JSON.stringify(data) })
    .where('CustomerId', '=', CustomerId)
    .execute()

export const cancelUpgradeOf = (ctx: Ctx, CustomerId: number) =>
  ctx.db
    .updateTable('Customer')
    .set({ ...stamp(ctx), UpgradePendingYN: 'N', UpgradeData: null })
    .where('CustomerId', '=', CustomerId)
    .execute()

/** The customer is a premium member from now on. */
export const completeUpgradeOf = (ctx: Ctx, CustomerId: number) =>
  ctx.db
    .updateTable('Customer')
    .set({ ...stamp(ctx), UpgradePendingYN: 'N', UpgradeData: null, MemberType: 'Premium Member' })
    .where('CustomerId', '=', CustomerId)
    .execute()
