import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

// For whom and for what a rule counts today: asked of structure_for and rate_for, by which sales earn.

type Scope = {
  CardCategoryCode: string
  CategoryName: string
  /** Whether anybody is in it. */
  Members: boolean
  /** The one that counts; null where none does. */
  StructureId: number | null
}

/** The tiers that a structure is for, each with the structure that counts for its members today. */
export async function scopesOf(ctx: Ctx, StructureId: number): Promise<Scope[]> {
  const { rows } = await sql<Scope>`
    select category.code as card_category_code, category.name as category_name, counting.structure_id,
      exists (select from membership m where m.card_category_code = category.code and m.member_type = 'Premium Member' and m.status <> 'Deleted') as members
    from point_structure own
    join card_category category on category.status <> 'Deleted'
      and structure_is_for(own.card_group_id, own.card_category_code, own.member_type, category.card_group_id, category.code, 'Premium Member')
    left join lateral structure_for(category.card_group_id, category.code, 'Premium Member', ${ctx.today}, null) counting on true
    where own.structure_id = ${StructureId} and own.named_only_yn = 'N'
    order by category.level_sequence, category.code`.execute(ctx.db)
  return rows
}

export async function structureCountsToday(ctx: Ctx, StructureId: number) {
  const scopes = await scopesOf(ctx, StructureId)
  const Categories = scopes
    .filter((scope) => scope.StructureId === StructureId)
    .map(({ CardCategoryCode, CategoryName }) => ({ CardCategoryCode, Name: CategoryName }))
  const winners = [...new Set(scopes.map((scope) => scope.StructureId))].filter(
    (id): id is number => id !== null && id !== StructureId,
  )
  if (winners.length === 0 || !(await runsToday(ctx, StructureId))) return { Categories, LosesTo: [] }
  const others = await ctx.db
    .selectFrom('PointStructure')
    .select(['StructureId', 'Code', 'Name'])
    .where('StructureId', 'in', winners)
    .orderBy('Code')
    .execute()
  return {
    Categories,
    LosesTo: others.map((other) => ({
      ...other,
      Categories: scopes.filter((scope) => scope.StructureId === other.StructureId).map((scope) => scope.CategoryName),
    })),
  }
}

/** A structure that does not run loses to nobody. */
async function runsToday(ctx: Ctx, StructureId: number) {
  const { rows } = await sql`
    select from point_structure join point_structure_detail detail using (structure_id)
    where structure_id = ${StructureId} and point_structure.status = 'Active' and detail.status = 'Active'
      and ${ctx.today} between effective_from and coalesce(effective_to, 'infinity')`.execute(ctx.db)
  return rows.length > 0
}
