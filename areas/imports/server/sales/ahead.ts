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
// tables of the books.

const LINES_AT_ONCE = 50_000

type Ahead = { statements: SalesSql; rows: Rows; columns: Columns }

/**
 * Notes in `earned_ahead` what each line of the new sales will earn; with `onlyLarge` of those sales alone whose points
 * might be more than one entry may hold, which no honest file has.
 */
export async function earnAhead(work: Work, { statements, rows, columns }: Ahead, onlyLarge: boolean): Promise<void> {
  const { client, mapping } = work
  await client.query('begin')
  try {
    await client.query(await lookAlikes(work))
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
    await client.query(
      `drop view ${Object.keys(views)
        .map((view) => `pg_temp.${view}`)
        .join(', ')}; commit`,
    )
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
        ${line.productGroup} as product_group, ${statements.line.net} as net, ${line.eligible} as eligible
      from doc d join ${rows.from} ${line.goods}
    )
    insert into earned_ahead
    select document, line, points, document_points, exact
    from points_earning((
      select array_agg(row(document_id, row_no::int, member, business_date, brand, product_type, product_group, net, performed_at, $1::bigint)::earning_line)
      from line where member is not null and eligible = 'Y'))`
}

/** Told apart from every number that a member may have. */
const madeNumber = (personId: string) => `'~' || ${personId}`

const literal = (value: unknown) => (value === null || value === undefined ? 'null' : pg.escapeLiteral(String(value)))

const views = {
  membership: ({ member }: Planned) =>
    member &&
    `select made.* from person, jsonb_populate_record(null::public.membership, jsonb_build_object('membership_no', ${madeNumber('person_id')},
       'customer_id', -person_id, 'card_group_id', ${literal(member.group)}, 'card_category_code', ${literal(member.category)},
       'member_type', ${literal(member.type)}, 'status', 'Active')) made where person.customer_id is null`,
  customer: ({ member }: Planned) =>
    member &&
    `select made.* from person, jsonb_populate_record(null::public.customer, jsonb_build_object('customer_id', -person_id)) made
     where person.customer_id is null`,
  product_group: ({ rules }: Planned) =>
    rules &&
    `select made.* from jsonb_array_elements(${literal(JSON.stringify(rules.ProductGroups))}::jsonb) wanted,
       jsonb_populate_record(null::public.product_group, jsonb_build_object('product_code', wanted->>'Code', 'product_name', wanted->>'Name',
         'product_type', wanted->>'ProductType', 'earn_points_yn', 'Y', 'status', 'Active')) made
     where not exists (select from public.product_group there where there.product_code = wanted->>'Code')`,
  point_structure: ({ rules }: Planned) =>
    rules?.Structure &&
    made('point_structure', {
      ...{ structure_id: -1, code: rules.Structure.Code, validity_months: rules.Structure.ValidityMonths },
      ...{ card_category_code: rules.Structure.CardCategoryCode?.toUpperCase() ?? null, named_only_yn: 'Y' },
      ...{ expiry_rounding: 'End of month', pending_days: 0, minimum_spend: 0, rounding: 'Floor', status: 'Active' },
    }) +
      ` where not exists (select from public.point_structure there where there.code = made.code and there.status <> 'Deleted')`,
  point_structure_detail: ({ rules }: Planned) =>
    rules?.Structure &&
    made('point_structure_detail', {
      ...{ structure_detail_id: -1, structure_id: -1, multiplier: 1, status: 'Active' },
      ...{ effective_from: rules.Structure.EffectiveFrom, effective_to: rules.Structure.EffectiveTo },
    }),
  point_rate: ({ rules }: Planned) =>
    rules?.Rate &&
    made('point_rate', { rate_id: -1, brand: rules.Rate.Brand, object_type: 'All', status: 'Active' }) +
      ` where not exists (select from public.point_rate there where upper(there.brand) = upper(made.brand) and there.object_type = 'All' and there.status <> 'Deleted')`,
  point_rate_detail: ({ rules }: Planned) =>
    rules?.Rate &&
    made('point_rate_detail', {
      ...{
        rate_detail_id: -1,
        rate_id: -1,
        amount: rules.Rate.Amount,
        point_rate: rules.Rate.PointRate,
        status: 'Active',
      },
      ...{ effective_from: rules.Rate.EffectiveFrom, effective_to: rules.Rate.EffectiveTo },
    }),
} as const

const made = (table: string, row: object) =>
  `select made.* from jsonb_populate_record(null::public.${table}, ${literal(JSON.stringify(row))}::jsonb) made`

type Planned = {
  rules: Mapping['ensureRules']
  member: { group: number; category: string | null; type: string } | undefined
}

async function lookAlikes({ client, mapping: { createMembers, ensureRules } }: Work): Promise<string> {
  const category = createMembers && (await categoryForNew(client, createMembers))
  const planned: Planned = {
    rules: ensureRules,
    member: category
      ? {
          group: category.card_group_id,
          category: createMembers!.MemberType === 'Premium Member' ? category.code : null,
          type: createMembers!.MemberType,
        }
      : undefined,
  }
  return Object.entries(views)
    .map(([name, plannedOf]) => {
      const more = plannedOf(planned)
      return `create temp view ${name} as select * from public.${name}${more ? ` union all ${more}` : ''}`
    })
    .join('; ')
}

/** What the run will have earned and taken back, as `pointsSql` tells it afterwards. */
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
    select running.*, case when taken = sold then points_earned else floor(points_earned * taken / sold)::bigint end as points_after from running
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
