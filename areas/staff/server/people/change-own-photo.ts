import { replaceImageOfRecord } from '#areas/media/server/index.ts'
import { updateStaff } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { changeOwnPhoto as endpoint } from '../../contract/photo.ts'

/** Changes the caller's own photo; only head office can change the other fields of staff. */
export async function changeOwnPhoto(ctx: Ctx, { Image }: Input<typeof endpoint>) {
  const StaffId = ctx.actor.staffId!
  const before = await ctx.db
    .selectFrom('Staff')
    .select(['Image', 'Version'])
    .where('StaffId', '=', StaffId)
    .forUpdate()
    .executeTakeFirstOrThrow()

  await replaceImageOfRecord(ctx, { ObjectType: 'StaffId', ObjectId: StaffId }, before.Image, Image)
  await updateStaff(ctx, { StaffId, version: before.Version, Image })

  ctx.audit('Update Staff', 'Staff', StaffId, `Update Staff in Staff. StaffId - ${StaffId}`)
  return { Image }
}
