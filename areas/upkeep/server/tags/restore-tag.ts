import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import { type restoreTag as endpoint, tagRefusals as refusals } from '../../contract/tags.ts'
import { lockTag, setTagStatus } from './tag-rows.ts'

/** Undoes the delete of a tag within 30 seconds. */
export async function restoreTag(ctx: Ctx, { TagId }: Input<typeof endpoint>) {
  const tag = await lockTag(ctx, TagId)
  if (tag.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, tag.UpdatedAt, refusals.undoOver)

  const restored = await setTagStatus(ctx, tag, 'Active')

  ctx.audit('Restore Customer Tag', 'CustomerTag', TagId, `Restore Customer Tag in Customer. TagId - ${TagId}`)
  return restored
}
