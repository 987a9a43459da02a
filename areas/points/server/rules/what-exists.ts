import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { dimensions, type Rate, ruleRefusals as refusals } from '../../contract.ts'
import { isTemplate } from './rate-template.ts'

// Rates and structures name only what exists; whether it does is asked of areas/setup/sql/goods.sql, as sales and imports do.

type Known = Readonly<Record<string, (value: string) => RawBuilder<boolean>>>

const known = {
  ProductGroup: (value: string) => sql<boolean>`product_group_known(${value})`,
  ProductType: (value: string) => sql<boolean>`product_type_known(${value})`,
  CardCategory: (value: string) => sql<boolean>`card_category_known(${value})`,
} satisfies Known

/** Refuses a rate for a brand, group, type or category that the company does not have. */
export async function requireRateNames(
  ctx: Ctx,
  { Brand, ObjectType, ObjectValue }: Pick<Rate, 'Brand' | 'ObjectType' | 'ObjectValue'>,
) {
  if (!isTemplate(Brand) && !(await holds(ctx, sql<boolean>`brand_known(${Brand})`)))
    throw refusals.brandNotFound({ Brand })
  if (ObjectType === 'All' || ObjectValue === null) return
  const from = dimensions[ObjectType]
  const there =
    'values' in from ? from.values.includes(ObjectValue) : await holds(ctx, (known as Known)[ObjectType]!(ObjectValue))
  if (!there) throw refusals.objectNotFound({ ObjectType, ObjectValue })
}

type Scope = { CardGroupId?: number | null | undefined; CardCategoryCode?: string | null | undefined }

/** The same for the group and the category that a structure is for. */
export async function requireStructureNames(ctx: Ctx, { CardGroupId, CardCategoryCode }: Scope) {
  const group = sql<boolean>`exists (select from card_group where group_id = ${CardGroupId ?? null} and status <> 'Deleted')`
  if (CardGroupId && !(await holds(ctx, group)))
    throw refusals.objectNotFound({ ObjectType: 'CardGroup', ObjectValue: CardGroupId })
  if (CardCategoryCode && !(await holds(ctx, known.CardCategory(CardCategoryCode))))
    throw refusals.objectNotFound({ ObjectType: 'CardCategory', ObjectValue: CardCategoryCode })
}

async function holds(ctx: Ctx, condition: ReturnType<typeof sql<boolean>>) {
  const { rows } = await sql<{ Holds: boolean }>`select ${condition} as holds`.execute(ctx.db)
  return rows[0]!.Holds
}
