import type { Ctx } from '#kit/server/ctx.ts'

/** The account, time and call of a change to a sale, as the audit log stores them. */
export const origin = ({ actor, now, today, requestId }: Ctx) => ({
  Source: actor.kind === 'system' ? 'POS' : 'Manual',
  Now: now,
  Today: today,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  RequestId: requestId,
})
