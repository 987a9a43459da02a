import type { Ctx } from '#kit/server/ctx.ts'
import type { UpgradeData } from '../contract/upgrade-data.ts'

const stamp = (ctx: Ctx) => ({ UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })

// An update for an upgrade keeps the customer's version, so that a user who edits the customer gets no conflict.

/** Marks the customer as waiting for the confirmation of an upgrade. */
export const setUpgradePending = (ctx: Ctx, CustomerId: number, data: UpgradeData) =>
  ctx.db
    .updateTable('Customer')
    .set({ ...stamp(ctx), UpgradePendingYN: 'Y', UpgradeData: JSON.stringify(data) })
    .where('CustomerId', '=', CustomerId)
    .execute()

export const clearUpgradePending = (ctx: Ctx, CustomerId: number) =>
  ctx.db
    .updateTable('Customer')
    .set({ ...stamp(ctx), UpgradePendingYN: 'N', UpgradeData: null })
    .where('CustomerId', '=', CustomerId)
    .execute()

/** Makes the customer a premium member. */
export const makeCustomerPremium = (ctx: Ctx, CustomerId: number) =>
  ctx.db
    .updateTable('Customer')
    .set({ ...stamp(ctx), UpgradePendingYN: 'N', UpgradeData: null, MemberType: 'Premium Member' })
    .where('CustomerId', '=', CustomerId)
    .execute()
