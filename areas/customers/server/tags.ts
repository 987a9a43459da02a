import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, equalsText } from '#kit/server/filters.ts'
import { createValueList, queryList } from '#kit/server/list.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../contract/tags.ts'
import { tagRefusals as refusals, TAGS_PER_CUSTOMER_MAX, type Tag } from '../contract/tags.ts'
import { lockEditableCustomer } from './lock-customer.ts'
import { outletOfCallerLists } from './outlet-scope.ts'

const tagFields = ['TagId', 'CustomerId', 'Name', 'Status', 'CreatedAt', 'Version'] as const

/** Selects the tags of customers whom the caller may list. */
function tagsInScope(ctx: Ctx) {
  const outlet = outletOfCallerLists(ctx)
  return ctx.db
    .selectFrom('CustomerTag')
    .select(tagFields)
    .$if(outlet !== null, (query) =>
      query.where((eb) =>
        eb(
          'CustomerId',
          'in',
          eb.selectFrom('Customer').select('Customer.CustomerId').where('Customer.RegisteredOutletCode', '=', outlet),
        ),
      ),
    )
}

/** Locks and reads a tag. */
async function lockTag(ctx: Ctx, TagId: number): Promise<Tag & { UpdatedAt: string }> {
  const tag = await ctx.db
    .selectFrom('CustomerTag')
    .select([...tagFields, 'UpdatedAt'])
    .where('TagId', '=', TagId)
    .forUpdate()
    .executeTakeFirst()
  if (!tag) throw refusals.notFound()
  return tag
}

const setTagStatus = (ctx: Ctx, { TagId, Version, Name }: Tag, Status: Tag['Status']) =>
  ctx.db
    .updateTable('CustomerTag')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('TagId', '=', TagId)
    .returning(tagFields)
    .executeTakeFirstOrThrow()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'customer_tag_once' ? refusals.tagged({ Name }) : error
    })

export async function getTag(ctx: Ctx, { TagId }: Input<typeof contract.getTag>) {
  const tag = await tagsInScope(ctx).where('TagId', '=', TagId).executeTakeFirst()
  if (!tag) throw refusals.notFound()
  return tag
}

export const listTags = (ctx: Ctx, { Search }: Input<typeof contract.listTags>) =>
  queryList(tagsInScope(ctx), {
    where: [
      equals('CustomerId', Search.CustomerId),
      equalsText('Name', Search.Name),
      Search.Status ? equals('Status', Search.Status) : sql`status <> 'Deleted'`,
    ],
    tie: 'TagId',
  })

/** Puts a tag on all of the customers; if one customer cannot have the tag, no customer gets it. */
export async function addTag(ctx: Ctx, { CustomerId, Name, Status }: Input<typeof contract.addTag>) {
  // The ids of the customers are sorted, so that concurrent calls lock customers in the same order.
  const ids = [...new Set([CustomerId].flat())].sort((a, b) => a - b)
  for (const id of ids) await lockEditableCustomer(ctx, id)
  const liveTags = await ctx.db
    .selectFrom('CustomerTag')
    .select(['CustomerId', 'Name'])
    .where('CustomerId', 'in', ids)
    .where('Status', '!=', 'Deleted')
    .execute()
  for (const id of ids) {
    const names = liveTags.filter((tag) => tag.CustomerId === id).map((tag) => tag.Name.toUpperCase())
    if (names.includes(Name.toUpperCase())) throw refusals.tagged({ Name })
    if (names.length >= TAGS_PER_CUSTOMER_MAX) throw refusals.tooManyTags({ Limit: TAGS_PER_CUSTOMER_MAX })
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
  return createValueList(rows)
}

export async function deleteTag(ctx: Ctx, { TagId }: Input<typeof contract.deleteTag>) {
  const tag = await lockTag(ctx, TagId)
  if (tag.Status === 'Deleted') throw refusals.alreadyDeleted()
  await lockEditableCustomer(ctx, tag.CustomerId)

  const deleted = await setTagStatus(ctx, tag, 'Deleted')

  ctx.audit('Delete Customer Tag', 'CustomerTag', TagId, `Delete Customer Tag in Customer. TagId - ${TagId}`)
  return deleted
}

/** Undoes the delete of a tag within 30 seconds. */
export async function restoreTag(ctx: Ctx, { TagId }: Input<typeof contract.restoreTag>) {
  const tag = await lockTag(ctx, TagId)
  if (tag.Status !== 'Deleted') throw refusals.notDeleted()
  refuseLateUndo(ctx, tag.UpdatedAt, refusals.undoOver)

  const restored = await setTagStatus(ctx, tag, 'Active')

  ctx.audit('Restore Customer Tag', 'CustomerTag', TagId, `Restore Customer Tag in Customer. TagId - ${TagId}`)
  return restored
}
