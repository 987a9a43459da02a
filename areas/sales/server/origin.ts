import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** Returns account, time and request of a change to a sale, in the form of the audit log. */
export const saleChangeOrigin = ({ actor, now, today, requestId }: Ctx) => ({
  Source: actor.kind === 'system' ? 'POS' : 'Manual',
  Now: now,
  Today: today,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  RequestId: requestId,
})

/** Like saleChangeOrigin, with the outlet of the caller, and the outlets whose sales the change may concern. */
export const visibleSaleChangeOrigin = (ctx: Ctx) => ({
  ...saleChangeOrigin(ctx),
  OutletCode: ctx.actor.isHQ ? null : ctx.actor.outletCode,
  VisibleOutlets: visibleOutlets(ctx.actor),
})
