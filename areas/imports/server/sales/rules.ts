import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#kit/server/ctx.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { EnsureRules, Mapping } from '../../contract/mapping.ts'
import { importRefusals } from '../../contract.ts'
import type { ImporterInput } from '../work.ts'

// A mapping can create records besides sales: brands, product groups, a named point structure and a point rate.

type Queries = Pick<pg.ClientBase, 'query'>

/** Refuses rules that refer to records which neither exist nor are created with the rules. */
export async function refuseUnknownRuleRecords(client: Queries, { ensureRules, structure }: Mapping): Promise<void> {
  const { Structure = null, Rate = null, Brands = [] } = ensureRules ?? {}
  const { rows } = await client.query(
    `select $1::text is null or card_category_known($1) as category, $2::text is null or upper($2) = 'ALL' or brand_known($2) as brand,
       $3::text is null or exists (select from point_structure where code = $3 and status <> 'Deleted') as structure`,
    [Structure?.CardCategoryCode, Rate?.Brand, structure],
  )
  const [exists] = rows as [Record<'category' | 'brand' | 'structure', boolean>]
  if (!exists.category)
    throw importRefusals.mapping({ reason: `there is no card category ${Structure!.CardCategoryCode}` })
  if (!exists.brand && !Brands.some((brand) => brand.toUpperCase() === Rate!.Brand.toUpperCase()))
    throw importRefusals.mapping({ reason: `there is no brand ${Rate!.Brand}` })
  if (!exists.structure && structure !== Structure?.Code)
    throw importRefusals.mapping({ reason: `there is no point structure ${structure}` })
}

/** The structure by which the file's sales earn, or null for the structure that applies to each member. */
export const structureCodeOfMapping = ({ ensureRules, structure }: Mapping) =>
  structure ?? ensureRules?.Structure?.Code ?? null

export const structureIdSql = `select structure_id from point_structure where code = $1 and status <> 'Deleted'`

/** Returns a condition for each kind of record: true if a record that the mapping names is missing. */
export const missingRuleConditionsSql = (rules: EnsureRules) => ({
  brands: sql<boolean>`exists (select from unnest(${rules.Brands}::text[]) requested (name) where not brand_known(name))`,
  groups: sql<boolean>`exists (select from unnest(${rules.ProductGroups.map(({ Code }) => Code)}::text[]) requested (code)
    where not product_group_known(code))`,
  structure: sql<boolean>`${rules.Structure?.Code ?? null}::text is not null
    and not exists (select from point_structure where code = ${rules.Structure?.Code ?? null} and status <> 'Deleted')`,
  rate: sql<boolean>`${rules.Rate?.Brand ?? null}::text is not null and not exists (
    select from point_rate where upper(brand) = upper(${rules.Rate?.Brand ?? null}) and object_type = 'All' and status <> 'Deleted')`,
})

/** Creates the missing records that the mapping names. Existing records stay unchanged. */
export async function createRulesOfMapping(work: ImporterInput, rules: EnsureRules): Promise<void> {
  await inTransaction(work.database, { origin: work.origin, timeZone: work.timeZone }, async (db) => {
    await createGoods(db, rules, work.origin.userId)
    if (rules.Structure) await createStructure(db, rules.Structure, work.origin.userId)
    if (rules.Rate) await createRate(db, rules.Rate, work.origin.userId)
  })
}

async function createGoods(db: Db, { Brands, ProductGroups }: EnsureRules, by: number | null) {
  await sql`
    insert into list_item (list_name, value, sequence_no)
    select 'Brand', name, (select coalesce(max(sequence_no), 0) from list_item where list_name = 'Brand') + position
    from unnest(${Brands}::text[]) with ordinality requested (name, position) where not brand_known(name)
    on conflict do nothing`.execute(db)
  await sql`
    insert into product_group (product_code, product_name, product_type, created_by_id)
    select "Code", "Name", "ProductType", ${by}
    from jsonb_to_recordset(${JSON.stringify(ProductGroups)}::jsonb) requested ("Code" text, "Name" text, "ProductType" text)
    where not product_group_known("Code")
    on conflict do nothing`.execute(db)
}

// A named structure applies only to sales that name the structure, so it may overlap with the structures in force.
const createStructure = (db: Db, structure: NonNullable<EnsureRules['Structure']>, by: number | null) =>
  sql`
  with added as (
    insert into point_structure (code, name, validity_months, card_category_code, named_only_yn, created_by_id)
    select ${structure.Code}, ${structure.Name}, ${structure.ValidityMonths}, upper(${structure.CardCategoryCode}), 'Y', ${by}
    where not exists (select from point_structure where code = ${structure.Code} and status <> 'Deleted')
    returning structure_id
  )
  insert into point_structure_detail (structure_id, effective_from, effective_to, remark, created_by_id)
  select structure_id, ${structure.EffectiveFrom}, ${structure.EffectiveTo}, 'Import', ${by} from added`.execute(db)

const createRate = (db: Db, rate: NonNullable<EnsureRules['Rate']>, by: number | null) =>
  sql`
  with added as (
    insert into point_rate (brand, created_by_id)
    select ${rate.Brand}, ${by}
    where not exists (select from point_rate where upper(brand) = upper(${rate.Brand}) and object_type = 'All' and status <> 'Deleted')
    returning rate_id
  )
  insert into point_rate_detail (rate_id, amount, point_rate, effective_from, effective_to, created_by_id)
  select rate_id, ${rate.Amount}, ${rate.PointRate}, ${rate.EffectiveFrom}, ${rate.EffectiveTo}, ${by} from added`.execute(
    db,
  )
