import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { rateDimensions } from '../../contract.ts'

// The SQL functions structure_for and rate_for also compute to whom and to what a rule applies today.

type Scope = {
  CardCategoryCode: string
  CategoryName: string
  /** True if at least one premium member has this card category. */
  Members: boolean
  /** Id of the structure that applies; null if no structure applies. */
  StructureId: number | null
}

/** Returns the tiers in a structure's scope, each with the structure that applies to its members today. */
export async function findTiersInScope(ctx: Ctx, StructureId: number): Promise<Scope[]> {
  const { rows } = await sql<Scope>`
    select category.code as card_category_code, category.name as category_name, applied.structure_id,
      exists (select from membership m where m.card_category_code = category.code and m.member_type = 'Premium Member' and m.status <> 'Deleted') as members
    from point_structure own
    join card_category category on category.status <> 'Deleted'
      and structure_is_for(own.card_group_id, own.card_category_code, own.member_type, category.card_group_id, category.code, 'Premium Member')
    left join lateral structure_for(category.card_group_id, category.code, 'Premium Member', ${ctx.today}, null) applied on true
    where own.structure_id = ${StructureId} and own.named_only_yn = 'N'
    order by category.level_sequence, category.code`.execute(ctx.db)
  return rows
}

export async function findStructureScopeToday(ctx: Ctx, StructureId: number) {
  const scopes = await findTiersInScope(ctx, StructureId)
  const Categories = scopes
    .filter((scope) => scope.StructureId === StructureId)
    .map(({ CardCategoryCode, CategoryName }) => ({ CardCategoryCode, Name: CategoryName }))
  const WinsOver = await overriddenStructures(ctx, StructureId, Categories)
  const overridingIds = [...new Set(scopes.map((scope) => scope.StructureId))].filter(
    (id): id is number => id !== null && id !== StructureId,
  )
  if (overridingIds.length === 0 || !(await runsToday(ctx, StructureId))) return { Categories, LosesTo: [], WinsOver }
  const others = await ctx.db
    .selectFrom('PointStructure')
    .select(['StructureId', 'Code', 'Name'])
    .where('StructureId', 'in', overridingIds)
    .orderBy('Code')
    .execute()
  return {
    Categories,
    LosesTo: others.map((other) => ({
      ...other,
      Categories: scopes.filter((scope) => scope.StructureId === other.StructureId).map((scope) => scope.CategoryName),
    })),
    WinsOver,
  }
}

/** Returns the structures that run today but that the specified structure overrides for some tiers. */
async function overriddenStructures(ctx: Ctx, StructureId: number, tiers: readonly { CardCategoryCode: string }[]) {
  if (tiers.length === 0) return []
  const { rows } = await sql<{ StructureId: number; Code: string; Name: string; Categories: string[] }>`
    select other.structure_id, other.code, other.name, array_agg(category.name order by category.level_sequence, category.code) as categories
    from point_structure other
    join card_category category on category.code = any (${tiers.map(({ CardCategoryCode }) => CardCategoryCode)}::text[]) and category.status <> 'Deleted'
      and structure_is_for(other.card_group_id, other.card_category_code, other.member_type, category.card_group_id, category.code, 'Premium Member')
    where other.structure_id <> ${StructureId} and other.status = 'Active' and other.named_only_yn = 'N' and exists (
      select from point_structure_detail period where period.structure_id = other.structure_id and period.status = 'Active'
        and ${ctx.today} between period.effective_from and coalesce(period.effective_to, 'infinity'))
    group by other.structure_id, other.code, other.name order by other.code`.execute(ctx.db)
  return rows
}

/** Returns true if the structure is active and one of its periods includes today. */
async function runsToday(ctx: Ctx, StructureId: number) {
  const { rows } = await sql`
    select from point_structure join point_structure_detail detail using (structure_id)
    where structure_id = ${StructureId} and point_structure.status = 'Active' and detail.status = 'Active'
      and ${ctx.today} between effective_from and coalesce(effective_to, 'infinity')`.execute(ctx.db)
  return rows.length > 0
}

const dimensions = Object.keys(rateDimensions)

const goods = sql.raw(`
  select brand.name, jsonb_build_object(${dimensions.map((name) => `'${name}', "${name}".value`).join(', ')})
  from brand ${dimensions
    .map(
      (name) => `cross join lateral (
      select object_value as value from named_scope where object_type = '${name}' and named_scope.brand in (upper(brand.name), 'ALL') union select ''
    ) "${name}"`,
    )
    .join('\n')}`)

/**
 * Returns the goods to which a rate applies today, and the rates that override it.
 * The result groups goods only by attributes that rates name: brand, product group, product type, card category.
 */
export async function findRateScopeToday(ctx: Ctx, RateId: number) {
  const { rows } = await sql<{ Brand: string; RateId: number }>`
    with own as (
      select rate.* from point_rate rate join point_rate_detail detail using (rate_id)
      where rate_id = ${RateId} and rate.status = 'Active' and detail.status = 'Active' and detail.expired_at is null
        and ${ctx.today} between effective_from and coalesce(effective_to, 'infinity')
    ),
    named_scope as (
      select distinct upper(rate.brand) as brand, rate.object_type, upper(rate.object_value) as object_value
      from point_rate rate where rate.status = 'Active'
    ),
    brand as (
      select distinct on (upper(name)) name from (
        select own.brand as name from own where upper(own.brand) <> 'ALL'
        union all select value from list_item, own where list_name = 'Brand' and upper(own.brand) = 'ALL'
        union all select rate.brand from point_rate rate, own where upper(own.brand) = 'ALL' and rate.status = 'Active' and upper(rate.brand) <> 'ALL'
        union all select '' from own where upper(own.brand) = 'ALL'
      ) brand_name order by upper(name), name
    ),
    -- For each brand: combines all values that rates name, with '' for values that no rate names.
    goods (brand, sold) as (${goods})
    select distinct goods.brand, applied.rate_id
    from own join goods on rate_is_for(own.brand, own.object_type, own.object_value, goods.brand, goods.sold)
    cross join lateral rate_for(goods.brand, goods.sold, ${ctx.today}, ${ctx.now}) applied
    order by 1`.execute(ctx.db)
  const Brands = rows.filter((row) => row.RateId === RateId).map(({ Brand }) => Brand)
  const overridingIds = [...new Set(rows.map((row) => row.RateId))].filter((id) => id !== RateId)
  const LosesTo =
    overridingIds.length === 0
      ? []
      : await ctx.db
          .selectFrom('PointRate')
          .select(['RateId', 'Brand', 'ObjectType', 'ObjectValue'])
          .where('RateId', 'in', overridingIds)
          .orderBy('Brand')
          .orderBy('RateId')
          .execute()
  return {
    Brands: Brands.filter(Boolean),
    OtherBrandsYN: Brands.includes('') ? ('Y' as const) : ('N' as const),
    LosesTo,
  }
}
