import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { dimensionsByRateType, type Rate, pointRuleRefusals as refusals } from '../../contract.ts'
import { isAllBrands } from './rate-template.ts'

// Checks that rates and structures refer to existing records. The SQL file areas/setup/sql/goods.sql checks goods.

type ExistenceChecks = Readonly<Record<string, (value: string) => RawBuilder<boolean>>>

const existenceChecks = {
  ProductGroup: (value: string) => sql<boolean>`product_group_known(${value})`,
  ProductType: (value: string) => sql<boolean>`product_type_known(${value})`,
  CardCategory: (value: string) => sql<boolean>`card_category_known(${value})`,
} satisfies ExistenceChecks

/** Rejects a rate for a brand, product group, product type or card category that does not exist. */
export async function requireExistingRateScope(
  ctx: Ctx,
  { Brand, ObjectType, ObjectValue }: Pick<Rate, 'Brand' | 'ObjectType' | 'ObjectValue'>,
) {
  if (!isAllBrands(Brand) && !(await holds(ctx, sql<boolean>`brand_known(${Brand})`)))
    throw refusals.brandNotFound({ Brand })
  if (ObjectType === 'All' || ObjectValue === null) return
  const from = dimensionsByRateType[ObjectType]
  const exists =
    'values' in from
      ? from.values.includes(ObjectValue)
      : await holds(ctx, (existenceChecks as ExistenceChecks)[ObjectType]!(ObjectValue))
  if (!exists) throw refusals.objectNotFound({ ObjectType, ObjectValue })
}

type Scope = { CardGroupId?: number | null | undefined; CardCategoryCode?: string | null | undefined }

/** Rejects a structure for a card group or card category that does not exist. */
export async function requireExistingStructureScope(ctx: Ctx, { CardGroupId, CardCategoryCode }: Scope) {
  const group = sql<boolean>`exists (select from card_group where group_id = ${CardGroupId ?? null} and status <> 'Deleted')`
  if (CardGroupId && !(await holds(ctx, group)))
    throw refusals.objectNotFound({ ObjectType: 'CardGroup', ObjectValue: CardGroupId })
  if (CardCategoryCode && !(await holds(ctx, existenceChecks.CardCategory(CardCategoryCode))))
    throw refusals.objectNotFound({ ObjectType: 'CardCategory', ObjectValue: CardCategoryCode })
}

async function holds(ctx: Ctx, condition: ReturnType<typeof sql<boolean>>) {
  const { rows } = await sql<{ Holds: boolean }>`select ${condition} as holds`.execute(ctx.db)
  return rows[0]!.Holds
}
