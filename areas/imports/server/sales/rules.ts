import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#kit/server/ctx.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { EnsureRules, Mapping } from '../../contract/mapping.ts'
import { refusals } from '../../contract.ts'
import type { Work } from '../work.ts'

// WHAT A MAPPING MAKES beside sales: brands and groups for its goods, a structure that counts for its sales alone, a rate.

type Queries = Pick<pg.ClientBase, 'query'>

/** Refuses rules that name what neither exists nor is made with them. */
export async function checkRules(client: Queries, { ensureRules, structure }: Mapping): Promise<void> {
  const { Structure = null, Rate = null, Brands = [] } = ensureRules ?? {}
  const { rows } = await client.query(
    `select $1::text is null or card_category_known($1) as category, $2::text is null or upper($2) = 'ALL' or brand_known($2) as brand,
       $3::text is null or exists (select from point_structure where code = $3 and status <> 'Deleted') as structure`,
    [Structure?.CardCategoryCode, Rate?.Brand, structure],
  )
  const [known] = rows as [Record<'category' | 'brand' | 'structure', boolean>]
  if (!known.category) throw refusals.mapping({ reason: `there is no card category ${Structure!.CardCategoryCode}` })
  if (!known.brand && !Brands.some((brand) => brand.toUpperCase() === Rate!.Brand.toUpperCase()))
    throw refusals.mapping({ reason: `there is no brand ${Rate!.Brand}` })
  if (!known.structure && structure !== Structure?.Code)
    throw refusals.mapping({ reason: `there is no point structure ${structure}` })
}

/** The structure by which the sales of a file earn, whatever runs beside it; null: the one that runs for each member. */
export const structureOf = ({ ensureRules, structure }: Mapping) => structure ?? ensureRules?.Structure?.Code ?? null

export const structureIdSql = `select structure_id from point_structure where code = $1 and status <> 'Deleted'`

/** What of the mapping's rules is not there yet, by kind: anyone who starts the import needs the right to make it. */
export const missingRules = (rules: EnsureRules) => ({
  brands: sql<boolean>`exists (select from unnest(${rules.Brands}::text[]) wanted (name) where not brand_known(name))`,
  groups: sql<boolean>`exists (select from unnest(${rules.ProductGroups.map(({ Code }) => Code)}::text[]) wanted (code)
    where not product_group_known(code))`,
  structure: sql<boolean>`${rules.Structure?.Code ?? null}::text is not null
    and not exists (select from point_structure where code = ${rules.Structure?.Code ?? null} and status <> 'Deleted')`,
  rate: sql<boolean>`${rules.Rate?.Brand ?? null}::text is not null and not exists (
    select from point_rate where upper(brand) = upper(${rules.Rate?.Brand ?? null}) and object_type = 'All' and status <> 'Deleted')`,
})

/** Makes what the mapping names, each where it does not exist yet; what exists stays as it is. */
export async function makeRules(work: Work, rules: EnsureRules): Promise<void> {
  await inTransaction(work.database, { origin: work.origin, timeZone: work.timeZone }, async (db) => {
    await makeGoods(db, rules, work.origin.userId)
    if (rules.Structure) await makeStructure(db, rules.Structure, work.origin.userId)
    if (rules.Rate) await makeRate(db, rules.Rate, work.origin.userId)
  })
}

async function makeGoods(db: Db, { Brands, ProductGroups }: EnsureRules, by: number | null) {
  await sql`
    insert into list_item (list_name, value, sequence_no)
    select 'Brand', name, (select coalesce(max(sequence_no), 0) from list_item where list_name = 'Brand') + place
    from unnest(${Brands}::text[]) with ordinality wanted (name, place) where not brand_known(name)
    on conflict do nothing`.execute(db)
  await sql`
    insert into product_group (product_code, product_name, product_type, created_by_id)
    select "Code", "Name", "ProductType", ${by}
    from jsonb_to_recordset(${JSON.stringify(ProductGroups)}::jsonb) wanted ("Code" text, "Name" text, "ProductType" text)
    where not product_group_known("Code")
    on conflict do nothing`.execute(db)
}

// It counts for the sales that name it alone, so it may run beside those that the company earns by.
const makeStructure = (db: Db, structure: NonNullable<EnsureRules['Structure']>, by: number | null) =>
  sql`
  with made as (
    insert into point_structure (code, name, validity_months, card_category_code, named_only_yn, created_by_id)
    select ${structure.Code}, ${structure.Name}, ${structure.ValidityMonths}, upper(${structure.CardCategoryCode}), 'Y', ${by}
    where not exists (select from point_structure where code = ${structure.Code} and status <> 'Deleted')
    returning structure_id
  )
  insert into point_structure_detail (structure_id, effective_from, effective_to, remark, created_by_id)
  select structure_id, ${structure.EffectiveFrom}, ${structure.EffectiveTo}, 'Import', ${by} from made`.execute(db)

const makeRate = (db: Db, rate: NonNullable<EnsureRules['Rate']>, by: number | null) =>
  sql`
  with made as (
    insert into point_rate (brand, created_by_id)
    select ${rate.Brand}, ${by}
    where not exists (select from point_rate where upper(brand) = upper(${rate.Brand}) and object_type = 'All' and status <> 'Deleted')
    returning rate_id
  )
  insert into point_rate_detail (rate_id, amount, point_rate, effective_from, effective_to, created_by_id)
  select rate_id, ${rate.Amount}, ${rate.PointRate}, ${rate.EffectiveFrom}, ${rate.EffectiveTo}, ${by} from made`.execute(
    db,
  )
