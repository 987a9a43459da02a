import type { Ctx } from '#kit/server/ctx.ts'
import { type MediaObject, refusals } from '../contract.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Records of one outlet that files may be attached to: asked in the transaction that attaches one, refuses what takes none. */
    keepsFiles?: Partial<Record<MediaObject, (ctx: Ctx, id: number) => Promise<{ OutletCode: string; Most: number }>>>
  }
}

/** What the area of the record says of a new file; of others nothing: they are nobody's outlet's. */
export async function placeOf(ctx: Ctx, ObjectType: MediaObject, ObjectId: string) {
  const asked = ctx.services.areas.find(({ keepsFiles }) => keepsFiles?.[ObjectType])?.keepsFiles?.[ObjectType]
  if (!asked) return null
  const { OutletCode, Most } = await asked(ctx, Number(ObjectId))
  const { Files } = await ctx.db
    .selectFrom('Media')
    .select((eb) => eb.fn.countAll<number>().as('Files'))
    .where('ObjectType', '=', ObjectType)
    .where('ObjectId', '=', ObjectId)
    .where('Status', '=', 'Active')
    .executeTakeFirstOrThrow()
  if (Files >= Most) throw refusals.tooMany({ Limit: Most })
  return OutletCode
}

/** Who may change the files of a record; its area knows. Anyone who may see the record may look at them. */
const mayChange: Record<MediaObject, (ctx: Ctx, id: string, by?: number) => boolean> = {
  StaffId: ({ actor }, id) => String(actor.staffId) === id || (actor.isHQ && actor.roles.has('User Roles')),
  RewardId: ({ actor }) => actor.isHQ && actor.roles.has('Rewards'),
  // A wish takes its picture itself.
  FavouriteId: () => false,
  // Whose outlet the task is has been asked by then; what somebody attached, they and head office change.
  TaskId: ({ actor }, _id, by) => !actor.isReader && (by === undefined || by === actor.userId || actor.isHQ),
}

/** `by`: who attached the file that is changed. */
export function refuseForeign(ctx: Ctx, ObjectType: MediaObject, ObjectId: string, by?: number) {
  if (!mayChange[ObjectType](ctx, ObjectId, by)) throw refusals.forbidden()
}
