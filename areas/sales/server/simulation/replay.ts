import type pg from 'pg'
import type { SimulationResult } from '#areas/points/contract.ts'

export type SimulatedRuleDraft =
  | {
      kind: 'Structure'
      structure_id: number
      rate_id: null
      draft: { Multiplier: string; MinimumSpend: string; MaxPointsPerInvoice: number | null; Rounding: string }
    }
  | { kind: 'Rate'; structure_id: null; rate_id: number; draft: { Amount: string; PointRate: string } }

type ReplayScope = { today: string; months: number; cost: string }
type ReportProgress = (done: number, total: number) => Promise<void>

const CHUNK = 20_000
const LONG_AGO = '1900-01-01'
const TOP = 10

const rules = ['point_structure', 'point_structure_detail', 'point_rate', 'point_rate_detail'] as const

/**
 * Calculates the points of past sales by the current rules and by the draft, with the function that the till uses.
 * The rules are copied into temporary tables, which PostgreSQL finds before the real tables.
 * The transaction is read-only, so the simulation cannot change real data.
 */
export async function replaySalesWithDraft(
  client: pg.Client,
  draft: SimulatedRuleDraft,
  scope: ReplayScope,
  reportProgress: ReportProgress,
): Promise<SimulationResult> {
  for (const table of rules) await client.query(`create temp table ${table} as table public.${table}`)
  await client.query(`
    create temp table simulated (document bigint, line integer, membership_no text, outlet_code text, brand text, earns earning_line,
      before bigint not null default 0, after bigint not null default 0);
    create index on simulated (document)`)
  await client.query('begin isolation level repeatable read read only')
  const period = await collectLines(client, scope)
  const { rows } = await client.query<{ lines: number }>('select count(*)::int as lines from simulated')
  const total = 2 * rows[0]!.lines
  await reportProgress(0, total)
  const chunkBounds = await findChunkBounds(client)
  const earnAll = async (column: 'before' | 'after', start: number) => {
    let done = start
    for (const { first, last } of chunkBounds) {
      done += await earnChunk(client, column, first, last)
      await reportProgress(done, total)
    }
  }
  await earnAll('before', 0)
  await (draft.kind === 'Structure' ? applyDraftStructure(client, draft) : applyDraftRate(client, draft))
  await earnAll('after', rows[0]!.lines)
  const result = await summarize(client, period, scope.cost)
  await client.query('commit')
  return result
}

/** Collects the lines of sales to members in the period, with the amounts left after returns. */
async function collectLines(client: pg.Client, { today, months }: ReplayScope) {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select ($1::date - make_interval(months => $2))::date::text as from, $1::date::text as to`,
    [today, months],
  )
  const period = rows[0]!
  await client.query(
    `insert into simulated (document, line, membership_no, outlet_code, brand, earns)
     select sale.transaction_id, detail.sequence_no, sale.membership_no, sale.outlet_code, detail.brand, line_of_sale(sale, detail, sale.membership_no,
       case when detail.eligible_yn = 'N' then 0
         when sale.trade_in + sale.voucher_amount = 0 or whole.net_amount <= 0 then detail.net_amount
         else detail.net_amount - (sale.trade_in + sale.voucher_amount) * detail.net_amount / whole.net_amount end
       * (1 - case when detail.quantity = 0 then 0 else detail.cancelled_quantity / detail.quantity end), sale.structure_id)
     from transaction_summary sale
     join (select transaction_id, sum(net_amount) as net_amount from transaction_detail group by 1) whole using (transaction_id)
     join transaction_detail detail using (transaction_id)
     where sale.transaction_type = 'N' and sale.membership_no is not null and sale.business_date between $1 and $2
       and abs(detail.cancelled_quantity) < abs(detail.quantity)`,
    [period.from, period.to],
  )
  return period
}

async function findChunkBounds(client: pg.Client) {
  const { rows } = await client.query<{ first: number; last: number }>(`
    select min(document) as first, max(document) as last
    from (select document, sum(count(*)) over (order by document) / ${CHUNK} as chunk from simulated group by document) cut
    group by floor(chunk) order by 1`)
  return rows
}

async function earnChunk(client: pg.Client, column: 'before' | 'after', first: number, last: number) {
  await client.query(
    `update simulated set ${column} = earned.points
     from points_earning((
       select array_agg(earns)
       from simulated where document between $1 and $2)) earned
     where simulated.document = earned.document and simulated.line = earned.line`,
    [first, last],
  )
  const { rows } = await client.query<{ lines: number }>(
    'select count(*)::int as lines from simulated where document between $1 and $2',
    [first, last],
  )
  return rows[0]!.lines
}

/** Gives the draft structure to its members for the whole period instead of any other structure. */
async function applyDraftStructure(
  client: pg.Client,
  { structure_id: id, draft }: SimulatedRuleDraft & { kind: 'Structure' },
) {
  await client.query(
    `update pg_temp.point_structure other set status = 'Inactive' from pg_temp.point_structure own
     where own.structure_id = $1 and other.structure_id <> $1
       and (other.card_group_id, other.card_category_code, other.member_type)
         is not distinct from (own.card_group_id, own.card_category_code, own.member_type)`,
    [id],
  )
  await client.query(
    `update pg_temp.point_structure set status = 'Active', minimum_spend = $2, max_points_per_invoice = $3, rounding = $4 where structure_id = $1`,
    [id, draft.MinimumSpend, draft.MaxPointsPerInvoice, draft.Rounding],
  )
  await client.query('delete from pg_temp.point_structure_detail where structure_id = $1', [id])
  await client.query(
    `insert into pg_temp.point_structure_detail (structure_detail_id, structure_id, effective_from, multiplier, status)
     values (0, $1, '${LONG_AGO}', $2, 'Active')`,
    [id, draft.Multiplier],
  )
}

/** Gives the draft rate to its goods for the whole period. */
async function applyDraftRate(client: pg.Client, { rate_id: id, draft }: SimulatedRuleDraft & { kind: 'Rate' }) {
  await client.query(`update pg_temp.point_rate set status = 'Active' where rate_id = $1`, [id])
  await client.query('delete from pg_temp.point_rate_detail where rate_id = $1', [id])
  await client.query(
    `insert into pg_temp.point_rate_detail (rate_detail_id, rate_id, amount, point_rate, effective_from, status)
     values (0, $1, $2, $3, '${LONG_AGO}', 'Active')`,
    [id, draft.Amount, draft.PointRate],
  )
}

const difference = (
  source: string,
) => `jsonb_build_object('Name', ${source}, 'Before', sum(before)::bigint, 'After', sum(after)::bigint,
  'Difference', sum(after - before)::bigint)`

const totalsBy = (source: string) => `
  (select coalesce(jsonb_agg(part order by abs((part->>'Difference')::bigint) desc, part->>'Name'), '[]')
   from (select ${difference(source)} as part from simulated left join membership member using (membership_no) group by ${source}) parts)`

const topMembers = (direction: 'desc' | 'asc', sign: '>' | '<') => `
  (select coalesce(jsonb_agg(jsonb_build_object('MembershipNo', membership_no, 'CardCategoryCode', card_category_code, 'Before', before, 'After', after,
     'Difference', after - before) order by after - before ${direction}, membership_no), '[]')
   from (select membership_no, card_category_code, sum(before)::bigint as before, sum(after)::bigint as after
     from simulated join membership using (membership_no) group by 1, 2
     having sum(after - before) ${sign} 0 order by sum(after - before) ${direction}, 1 limit ${TOP}) members)`

async function summarize(client: pg.Client, { from, to }: { from: string; to: string }, cost: string) {
  const { rows } = await client.query<{ result: SimulationResult }>(
    `select jsonb_build_object('DateFrom', $1::text, 'DateTo', $2::text, 'Sales', count(distinct document), 'Lines', count(*),
       'Members', count(distinct membership_no), 'Before', coalesce(sum(before), 0)::bigint, 'After', coalesce(sum(after), 0)::bigint,
       'Difference', coalesce(sum(after - before), 0)::bigint, 'CostPerPoint', $3::text,
       'ExtraLiability', round(coalesce(sum(after - before), 0) * $3::numeric, 2)::text,
       'Outlets', ${totalsBy('outlet_code')}, 'Brands', ${totalsBy('brand')}, 'Levels', ${totalsBy('member.card_category_code')},
       'Winners', ${topMembers('desc', '>')}, 'Losers', ${topMembers('asc', '<')}) as result
     from simulated`,
    [from, to, cost],
  )
  return rows[0]!.result
}
