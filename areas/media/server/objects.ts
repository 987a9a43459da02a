import type { Ctx } from '#kit/server/ctx.ts'
import { type MediaObject, refusals } from '../contract.ts'

/** Who may change the files of a record; its area knows. Whoever may sign in may look at them. */
const mayChange: Record<MediaObject, (ctx: Ctx, id: string) => boolean> = {
  StaffId: ({ actor }, id) => String(actor.staffId) === id || (actor.isHQ && actor.roles.has('User Roles')),
  RewardId: ({ actor }) => actor.isHQ && actor.roles.has('Rewards'),
  // A wish takes its picture itself.
  FavouriteId: () => false,
}

export function refuseForeign(ctx: Ctx, ObjectType: MediaObject, ObjectId: string) {
  if (!mayChange[ObjectType](ctx, ObjectId)) throw refusals.forbidden()
}
