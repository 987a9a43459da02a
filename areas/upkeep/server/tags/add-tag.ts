import { lockEditable } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { valueList } from '#kit/server/list.ts'
import { type addTag as endpoint, tagRefusals as refusals, TAGS_MAX } from '../../contract/tags.ts'
import { tagFields } from './tag-rows.ts'

/** Puts a tag on all of the customers, or on none of them. */
export async function addTag(ctx: Ctx, { CustomerId, Name, Status }: Input<typeof endpoint>) {
  // One order for everybody who locks several.
  const ids = [...new Set([CustomerId].flat())].sort((one, other) => one - other)
  for (const id of ids) await lockEditable(ctx, id)
  const held = await ctx.db
    .selectFrom('CustomerTag')
    .select(['CustomerId', 'Name'])
    .where('CustomerId', 'in', ids)
    .where('Status', '!=', 'Deleted')
    .execute()
  for (const id of ids) {
    const names = held.filter((tag) => tag.CustomerId === id).map((tag) => tag.Name.toUpperCase())
    if (names.includes(Name.toUpperCase())) throw refusals.tagged({ Name })
    if (names.length >= TAGS_MAX) throw refusals.tooManyTags({ Limit: TAGS_MAX })
  }

  const rows = await ctx.db
    .insertInto('CustomerTag')
    .values(
      ids.map((id) => ({
        CustomerId: id,
        Name,
        Status,
        CreatedById: ctx.actor.userId,
        CreatedAt: ctx.now,
        UpdatedById: ctx.actor.userId,
        UpdatedAt: ctx.now,
      })),
    )
    .returning(tagFields)
    .execute()

  for (const { TagId } of rows)
    ctx.audit('Create Customer Tag', 'CustomerTag', TagId, `Create Customer Tag in Customer. TagId - ${TagId}`)
  return valueList(rows)
}
