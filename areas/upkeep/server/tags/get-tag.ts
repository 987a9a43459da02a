import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getTag as endpoint, tagRefusals } from '../../contract/tags.ts'
import { tagsInScope } from './tag-rows.ts'

export async function getTag(ctx: Ctx, { TagId }: Input<typeof endpoint>) {
  const tag = await tagsInScope(ctx).where('TagId', '=', TagId).executeTakeFirst()
  if (!tag) throw tagRefusals.notFound()
  return tag
}
