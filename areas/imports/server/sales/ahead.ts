import pg from 'pg'
import type { Mapping } from '../../contract/mapping.ts'
import type { Columns } from '../staging/columns.ts'
import type { Work } from '../work.ts'
import type { SalesSql } from './documents.ts'
import { categoryForNew } from './members.ts'
import type { Rows } from './rows.ts'
import { structureIdSql, structureOf } from './rules.ts'
import { ENTRY_MOST } from './states.ts'
import { earnableSql } from './write.ts'

// WHAT SALES WILL EARN, before anything is written. The rule that the till asks is asked here too; it sees the members and
// rules that this run is about to make as if they were there already: for a moment, views of this session stand before the
// tables of the ledger.

const LINES_AT_ONCE = 50_000

type Ahead = { statements: SalesSql; rows: Rows; columns: Columns }

/**
 * Notes in `earned_ahead` what each line of the new sales will earn; with `onlyLarge` of those sales alone whose points
 * might be more than one entry may hold, which no honest file has.
 */
export async function earnAhead(work: Work, { statements, rows, columns }: Ahead, onlyLarge: boolean): Promise<void> {
  const { client, mapping } = work
  const views = Object.entries(await planned(work))
  await client.query('begin')
  try {
    for (const [name, made] of views)
      await client.query(`create temp view ${name} as select * from public.${name} union all ${made}`)
    await client.query(`
      drop table if exists earned_ahead;
      create table earned_ahead (document_id int, row_no bigint, points bigint, whole bigint, exact numeric, primary key (document_id, row_no))`)
    const name = structureOf(mapping)
    const structure =
      name === null ? null : ((await client.query(structureIdSql, [name])).rows[0]?.structure_id ?? null)
    const which = onlyLarge ? `abs(net) * (${mostPerUnit}) > ${ENTRY_MOST}` : 'true'
    const { rows: found } = await client.query(
      `select coalesce(ceil(sum(lines) / ${LINES_AT_ONCE}.0), 0)::int as parts from document where state = 'New' and type = 'N' and ${which}`,
    )
    const parts = found[0].parts as number
    for (let part = 0; part < parts; part++)
      await client.query(
        earnSql({ mapping, statements, rows, columns }, `${which} and document_id % ${parts} = ${part}`),
        [structure],
      )
    await client.query(`drop view ${views.map(([name]) => `pg_temp.${name}`).join(', ')}; commit`)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

// The best that a unit of money can earn: of any rate, by any structure, at any level.
const mostPerUnit = `
  select coalesce((select max(point_rate / amount) from point_rate_detail), 0) * coalesce((select max(multiplier) from point_structure_detail), 1)
    * coalesce((select greatest(max(point_multiplier), max(birthday_multiplier), 1) from card_level), 1)`

const earnSql = ({ mapping, statements, rows, columns }: Ahead & { mapping: Mapping }, which: string) => {
  const line = earnableSql(columns, mapping)
  return `
    with doc as materialized (
      select document.*, (performed_at at time zone (select business_zone()))::date as business_date,
        coalesce(document.membership_no, person.membership_no, case when person.customer_id is null then ${madeNumber('person.person_id')} end) as member
      from document left join person on document.member_given is null and person.customer_ref = document.customer_ref
      where state = 'New' and type = 'N' and ${which}
    ),
    line as materialized (
      select d.document_id, r.row_no, d.member, d.business_date, d.performed_at, ${line.brand} as brand, ${line.productType} as product_type,
        ${line.productGroup} as product_group, ${statements.line.net} as net, ${line.eligible} as eligible${line.ofSale}
      from doc d join ${rows.from} ${line.goods}
    )
    insert into earned_ahead
    select document, line, points, document_points, exact
    from points_earning((
      select array_agg(line_to_earn(document_id, row_no::int, member, business_date, brand, net, ${line.sold},
        sold_at => performed_at, structure_id => $1::bigint))
      from line where member is not null and eligible = 'Y'))`
}

/** Unlike every number that a member may have. */
const madeNumber = (personId: string) => `'~' || ${personId}`

/** The rows that the run is about to make, as a select by table; a rule that is there already is not made. */
async function planned({ client, mapping: { createMembers, ensureRules } }: Work): Promise<Record<string, string>> {
  const rows = (table: string, made: readonly object[], unless = 'false') =>
    `select made.* from jsonb_populate_recordset(null::public.${table}, ${pg.escapeLiteral(JSON.stringify(made))}::jsonb) made where not (${unless})`
  const { Structure, Rate, ProductGroups = [] } = ensureRules ?? {}
  const category = createMembers && (await categoryForNew(client, createMembers))
  const person = (table: string, row: object, key: string) =>
    `select made.* from person, jsonb_populate_record(null::public.${table}, ${pg.escapeLiteral(JSON.stringify(row))}::jsonb || jsonb_build_object('customer_id', -person_id${key})) made
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
      'exists (select from public.product_group there where there.product_code = made.product_code)',
    ),
    ...(category && {
      customer: person('customer', {}, ''),
      membership: person(
        'membership',
        {
          ...{ card_group_id: category.card_group_id, member_type: createMembers!.MemberType, status: 'Active' },
          ...{ card_category_code: createMembers!.MemberType === 'Premium Member' ? category.code : null },
        },
        `, 'membership_no', ${madeNumber('person_id')}`,
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
        `exists (select from public.point_structure there where there.code = made.code and there.status <> 'Deleted')`,
      ),
      point_structure_detail: rows('point_structure_detail', [
        { structure_detail_id: -1, structure_id: -1, multiplier: 1, ...period(Structure) },
      ]),
    }),
    ...(Rate && {
      point_rate: rows(
        'point_rate',
        [{ rate_id: -1, brand: Rate.Brand, object_type: 'All', status: 'Active' }],
        `exists (select from public.point_rate there where upper(there.brand) = upper(made.brand) and there.object_type = 'All' and there.status <> 'Deleted')`,
      ),
      point_rate_detail: rows('point_rate_detail', [
        { rate_detail_id: -1, rate_id: -1, amount: Rate.Amount, point_rate: Rate.PointRate, ...period(Rate) },
      ]),
    }),
  }
}

/** What the run will have earned and returned, as `pointsSql` tells it afterwards. */
export const pointsAhead = ({ line }: SalesSql) => `
  with hit as (
    select m.*, coalesce(detail.points_earned, ahead.points, 0) as points_earned, coalesce(detail.points_reversed, 0) as points_reversed,
      coalesce(detail.cancelled_quantity, 0) as cancelled, coalesce(detail.quantity, case when r.row_no is not null then ${line.quantity} end) as sold
    from matched m
    left join transaction_detail detail on detail.transaction_id = m.original_transaction_id and detail.sequence_no = m.original_sequence_no
    left join earned_ahead ahead on m.original_transaction_id is null and ahead.document_id = m.original_document_id and ahead.row_no = m.original_sequence_no
    left join raw r on m.original_transaction_id is null and r.row_no = m.original_sequence_no
  ),
  running as (
    select hit.*, cancelled + sum(quantity) over (
      partition by original_document_id, original_transaction_id, original_sequence_no order by document_id, row_no) as taken from hit
  ),
  pointed as (
    select running.*, points_returned(points_earned, sold, taken) as points_after from running
  ),
  delta as (
    select points_after - coalesce(lag(points_after) over (
      partition by original_document_id, original_transaction_id, original_sequence_no order by document_id, row_no), points_reversed) as points
    from pointed
  )
  select coalesce((
      select sum(whole) from (select document_id, max(whole) as whole from earned_ahead group by document_id) sale
      join document using (document_id) where state = 'New'), 0)::text as "PointsEarned",
    coalesce((select sum(points) from delta where points > 0), 0)::text as "PointsReversed"`
