import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equalsText } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { productGroupRecord, productGroupRefusals as refusals } from '../contract/product-groups.ts'

const standard = recordUseCases(productGroupRecord)

/** Rejects a product type that is not in the list of product types; an empty list accepts every type. */
async function requireType(ctx: Ctx, ProductType: string | undefined) {
  if (ProductType === undefined) return
  const types = ctx.db.selectFrom('ListItem').select('Value').where('ListName', '=', 'ProductType')
  const existingType = await types.where('Value', '=', ProductType).executeTakeFirst()
  if (!existingType && (await types.limit(1).executeTakeFirst())) throw refusals.typeUnknown({ ProductType })
}

/** Lists product groups except deleted ones, because sales entry uses this list. */
const listProductGroups = (ctx: Ctx, { Search }: Input<typeof productGroupRecord.list>) =>
  queryList(ctx.db.selectFrom('ProductGroup').selectAll().where('Status', '<>', 'Deleted'), {
    where: [
      contains('ProductCode', Search.ProductCode),
      contains('ProductName', Search.ProductName),
      equalsText('ProductType', Search.ProductType),
      equalsText('Status', Search.Status),
    ],
    tie: () => sql`product_code`,
  })

export const productGroupRoutes = serveRecord(productGroupRecord, {
  ...standard,
  list: listProductGroups,
  async add(ctx, input) {
    await requireType(ctx, input.ProductType)
    return standard.add(ctx, input)
  },
  async update(ctx, input) {
    await requireType(ctx, input.ProductType)
    return standard.update(ctx, input)
  },
})
