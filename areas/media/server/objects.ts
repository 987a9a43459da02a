import type { Ctx } from '#kit/server/ctx.ts'
import { type MediaObject, mediaRefusals } from '../contract.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Returns the outlet and the file limit of a record to which a file is attached. Throws if it takes no files. */
    keepsFiles?: Partial<Record<MediaObject, (ctx: Ctx, id: number) => Promise<{ OutletCode: string; Most: number }>>>
  }
}

/** Returns the outlet of a record that gets a file, after the checks of the record's area; null without an outlet. */
export async function findOutletOfRecord(ctx: Ctx, ObjectType: MediaObject, ObjectId: string) {
  const ownerCheck = ctx.services.areas.find(({ keepsFiles }) => keepsFiles?.[ObjectType])?.keepsFiles?.[ObjectType]
  if (!ownerCheck) return null
  const { OutletCode, Most } = await ownerCheck(ctx, Number(ObjectId))
  const { Files } = await ctx.db
    .selectFrom('Media')
    .select((eb) => eb.fn.countAll<number>().as('Files'))
    .where('ObjectType', '=', ObjectType)
    .where('ObjectId', '=', ObjectId)
    .where('Status', '=', 'Active')
    .executeTakeFirstOrThrow()
  if (Files >= Most) throw mediaRefusals.tooMany({ Limit: Most })
  return OutletCode
}

/** True if the caller may change the files of a record. Users who may see the record may read its files. */
const mayChange: Record<MediaObject, (ctx: Ctx, id: string, uploaderId?: number) => boolean> = {
  StaffId: ({ actor }, id) => String(actor.staffId) === id || (actor.isHQ && actor.roles.has('User Roles')),
  RewardId: ({ actor }) => actor.isHQ && actor.roles.has('Rewards'),
  // The images of wishes can be set by replaceImageOfRecord only.
  FavouriteId: () => false,
  // The outlet is already checked, so only the uploader or head office may change a file here.
  TaskId: ({ actor }, _id, uploaderId) =>
    !actor.isReader && (uploaderId === undefined || uploaderId === actor.userId || actor.isHQ),
}

/** Throws if the caller may not change the files of a record. `uploaderId` is the uploader of an existing file. */
export function refuseFilesOfOtherOutlet(ctx: Ctx, ObjectType: MediaObject, ObjectId: string, uploaderId?: number) {
  if (!mayChange[ObjectType](ctx, ObjectId, uploaderId)) throw mediaRefusals.forbidden()
}
