import { browsedOutlet } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type Tag, tagRefusals } from '../../contract/tags.ts'

export const tagFields = ['TagId', 'CustomerId', 'Name', 'Status', 'CreatedAt', 'Version'] as const

/** Tags of customers whom the caller may browse. */
export function tagsInScope(ctx: Ctx) {
  const outlet = browsedOutlet(ctx)
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

/** A tag, locked until the change is done. */
export async function lockTag(ctx: Ctx, TagId: number): Promise<Tag & { UpdatedAt: string }> {
  const tag = await ctx.db
    .selectFrom('CustomerTag')
    .select([...tagFields, 'UpdatedAt'])
    .where('TagId', '=', TagId)
    .forUpdate()
    .executeTakeFirst()
  if (!tag) throw tagRefusals.notFound()
  return tag
}

export const setTagStatus = (ctx: Ctx, { TagId, Version, Name }: Tag, Status: Tag['Status']) =>
  ctx.db
    .updateTable('CustomerTag')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('TagId', '=', TagId)
    .returning(tagFields)
    .executeTakeFirstOrThrow()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'customer_tag_once' ? tagRefusals.tagged({ Name }) : error
    })
