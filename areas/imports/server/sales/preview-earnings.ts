import pg from 'pg'
import type { Mapping } from '../../contract/mapping.ts'
import type { ColumnExpressions } from '../staging/columns.ts'
import type { ImporterInput } from '../work.ts'
import type { SalesImportSql } from './documents.ts'
import { findCategoryOfNewMembers } from './members.ts'
import type { InvoiceRows } from './rows.ts'
import { structureCodeOfMapping, structureIdSql } from './rules.ts'
import { LEDGER_ENTRY_POINTS_MAX } from './states.ts'
import { earningLineValuesSql } from './write.ts'

// The preview of earnings is computed before anything is written, by the same SQL function as at the till.
// During the preview's transaction, temporary views replace the tables of the ledger.
// The views contain the members and rules that the run will create.

const LINES_AT_ONCE = 50_000

type EarningInput = { statements: SalesImportSql; rows: InvoiceRows; columns: ColumnExpressions }

/**
 * Stores in `previewed_earning` the points that each line of the new sales will earn.
 * With `onlyLarge`, the preview contains only sales whose points might exceed the maximum of one ledger entry.
 */
export async function previewImportedPoints(
  work: ImporterInput,
  { statements, rows, columns }: EarningInput,
  onlyLarge: boolean,
): Promise<void> {
  const { client, mapping } = work
  const views = Object.entries(await plannedRows(work))
  await client.query('begin')
  try {
    for (const [name, plannedSql] of views)
      await client.query(`create temp view ${name} as select * from public.${name} union all ${plannedSql}`)
    await client.query(`
      drop table if exists previewed_earning;
      create table previewed_earning (document_id int, row_no bigint, points bigint, whole bigint, exact numeric, primary key (document_id, row_no))`)
    const name = structureCodeOfMapping(mapping)
    const structure =
      name === null ? null : ((await client.query(structureIdSql, [name])).rows[0]?.structure_id ?? null)
    const saleFilter = onlyLarge ? `abs(net) * (${pointsPerUnitMax}) > ${LEDGER_ENTRY_POINTS_MAX}` : 'true'
    const { rows: partRows } = await client.query(
      `select coalesce(ceil(sum(lines) / ${LINES_AT_ONCE}.0), 0)::int as parts from document where state = 'New' and type = 'N' and ${saleFilter}`,
    )
    const parts = partRows[0].parts as number
    for (let part = 0; part < parts; part++)
      await client.query(
        earningSql({ mapping, statements, rows, columns }, `${saleFilter} and document_id % ${parts} = ${part}`),
        [structure],
      )
    await client.query(`drop view ${views.map(([name]) => `pg_temp.${name}`).join(', ')}; commit`)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

// The highest number of points per unit of money: the best rate, structure and level.
const pointsPerUnitMax = `
  select coalesce((select max(point_rate / amount) from point_rate_detail), 0) * coalesce((select max(multiplier) from point_structure_detail), 1)
    * coalesce((select greatest(max(point_multiplier), max(birthday_multiplier), 1) from card_level), 1)`

const earningSql = (
  { mapping, statements, rows, columns }: EarningInput & { mapping: Mapping },
  saleFilter: string,
) => {
  const line = earningLineValuesSql(columns, mapping)
  return `
    with doc as materialized (
      select document.*, (performed_at at time zone (select business_zone()))::date as business_date,
        coalesce(document.membership_no, person.membership_no, case when person.customer_id is null then ${placeholderNumber('person.person_id')} end) as member
      from document left join person on document.member_given is null and person.customer_ref = document.customer_ref
      where state = 'New' and type = 'N' and ${saleFilter}
    ),
    line as materialized (
      select d.document_id, r.row_no, d.member, d.business_date, d.performed_at, ${line.brand} as brand, ${line.productType} as product_type,
        ${line.productGroup} as product_group, ${statements.line.net} as net, ${line.eligible} as eligible${line.ofSale}
      from doc d join ${rows.from} ${line.goods}
    )
    insert into previewed_earning
    select document, line, points, document_points, exact
    from points_earning((
      select array_agg(line_to_earn(document_id, row_no::int, member, business_date, brand, net, ${line.sold},
        sold_at => performed_at, structure_id => $1::bigint))
      from line where member is not null and eligible = 'Y'))`
}

/** A placeholder that no real membership number can equal. */
const placeholderNumber = (personId: string) => `'~' || ${personId}`

/** Selects the rows that the run will create, by table. Rules that already exist are left out. */
async function plannedRows({
  client,
  mapping: { createMembers, ensureRules },
}: ImporterInput): Promise<Record<string, string>> {
  const rows = (table: string, records: readonly object[], unless = 'false') =>
    `select planned.* from jsonb_populate_recordset(null::public.${table}, ${pg.escapeLiteral(JSON.stringify(records))}::jsonb) planned where not (${unless})`
  const { Structure, Rate, ProductGroups = [] } = ensureRules ?? {}
  const category = createMembers && (await findCategoryOfNewMembers(client, createMembers))
  const person = (table: string, row: object, key: string) =>
    `select planned.* from person, jsonb_populate_record(null::public.${table}, ${pg.escapeLiteral(JSON.stringify(row))}::jsonb || jsonb_build_object('customer_id', -person_id${key})) planned
     where person.customer_id is null`
  const period = (rule: { EffectiveFrom: string; EffectiveTo: string | null }) => ({
    ...{ effective_from: rule.EffectiveFrom, effective_to: rule.EffectiveTo, status: 'Active' },
  })
  return {
    product_group: rows(
      'product_group',
      ProductGroups.map(({ Code, Name, ProductType }) => ({
        ...{ product_code: Code, product_name: Name, product_type: ProductType, earn_points_yn: 'Y', status: 'Active' },
      })),
      'exists (select from public.product_group existing where existing.product_code = planned.product_code)',
    ),
    ...(category && {
      customer: person('customer', {}, ''),
      membership: person(
        'membership',
        {
          ...{ card_group_id: category.card_group_id, member_type: createMembers!.MemberType, status: 'Active' },
          ...{ card_category_code: createMembers!.MemberType === 'Premium Member' ? category.code : null },
        },
        `, 'membership_no', ${placeholderNumber('person_id')}`,
      ),
    }),
    ...(Structure && {
      point_structure: rows(
        'point_structure',
        [
          {
            ...{
              structure_id: -1,
              code: Structure.Code,
              validity_months: Structure.ValidityMonths,
              named_only_yn: 'Y',
            },
            ...{ card_category_code: Structure.CardCategoryCode?.toUpperCase(), expiry_rounding: 'End of month' },
            ...{ pending_days: 0, minimum_spend: 0, rounding: 'Floor', status: 'Active' },
          },
        ],
        `exists (select from public.point_structure existing where existing.code = planned.code and existing.status <> 'Deleted')`,
      ),
      point_structure_detail: rows('point_structure_detail', [
        { structure_detail_id: -1, structure_id: -1, multiplier: 1, ...period(Structure) },
      ]),
    }),
    ...(Rate && {
      point_rate: rows(
        'point_rate',
        [{ rate_id: -1, brand: Rate.Brand, object_type: 'All', status: 'Active' }],
        `exists (select from public.point_rate existing where upper(existing.brand) = upper(planned.brand) and existing.object_type = 'All' and existing.status <> 'Deleted')`,
      ),
      point_rate_detail: rows('point_rate_detail', [
        { rate_detail_id: -1, rate_id: -1, amount: Rate.Amount, point_rate: Rate.PointRate, ...period(Rate) },
      ]),
    }),
  }
}

/** Selects the points that the run will earn and reverse, in the form of `importedPointsSql`. */
export const previewedPointsSql = ({ line }: SalesImportSql) => `
  with hit as (
    select m.*, coalesce(detail.points_earned, preview.points, 0) as points_earned, coalesce(detail.points_reversed, 0) as points_reversed,
      coalesce(detail.cancelled_quantity, 0) as cancelled, coalesce(detail.quantity, case when r.row_no is not null then ${line.quantity} end) as sold
    from matched m
    left join transaction_detail detail on detail.transaction_id = m.original_transaction_id and detail.sequence_no = m.original_sequence_no
    left join previewed_earning preview on m.original_transaction_id is null and preview.document_id = m.original_document_id and preview.row_no = m.original_sequence_no
    left join raw r on m.original_transaction_id is null and r.row_no = m.original_sequence_no
  ),
  running as (
    select hit.*, cancelled + sum(quantity) over (
      partition by original_document_id, original_transaction_id, original_sequence_no order by document_id, row_no) as returned from hit
  ),
  pointed as (
    select running.*, points_returned(points_earned, sold, returned) as points_after from running
  ),
  delta as (
    select points_after - coalesce(lag(points_after) over (
      partition by original_document_id, original_transaction_id, original_sequence_no order by document_id, row_no), points_reversed) as points
    from pointed
  )
  select coalesce((
      select sum(whole) from (select document_id, max(whole) as whole from previewed_earning group by document_id) sale
      join document using (document_id) where state = 'New'), 0)::text as "PointsEarned",
    coalesce((select sum(points) from delta where points > 0), 0)::text as "PointsReversed"`
