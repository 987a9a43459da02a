import type { Ctx } from '#kit/server/ctx.ts'

/** Who enters or changes a sale, when and in which call, as the audit log notes it. */
export const origin = ({ actor, now, today, requestId }: Ctx) => ({
  Source: actor.kind === 'system' ? 'POS' : 'Manual',
  Now: now,
  Today: today,
  StaffId: actor.staffId,
  CreatedById: actor.userId,
  RequestId: requestId,
})
