import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { contains, sameText } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'

export const listProductGroups = (ctx: Ctx, { Search }: Input<typeof contract.listProductGroups>) =>
  queryList(
    ctx.db
      .selectFrom('ProductGroup')
      .select(['ProductCode', 'ProductName', 'ProductType', 'EarnPointsYN', 'Status'])
      .where('Status', '<>', 'Deleted'),
    {
      where: [
        contains('ProductCode', Search.ProductCode),
        contains('ProductName', Search.ProductName),
        sameText('ProductType', Search.ProductType),
        sameText('Status', Search.Status),
      ],
      tie: () => sql`product_code`,
    },
  )
