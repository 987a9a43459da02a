import { lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteTag as endpoint, tagRefusals as refusals } from '../../contract/tags.ts'
import { lockTag, setTagStatus } from './tag-rows.ts'

export async function deleteTag(ctx: Ctx, { TagId }: Input<typeof endpoint>) {
  const tag = await lockTag(ctx, TagId)
  if (tag.Status === 'Deleted') throw refusals.alreadyDeleted()
  await lockEditable(ctx, tag.CustomerId)

  const deleted = await setTagStatus(ctx, tag, 'Deleted')

  ctx.audit('Delete Customer Tag', 'CustomerTag', TagId, `Delete Customer Tag in Customer. TagId - ${TagId}`)
  return deleted
}
