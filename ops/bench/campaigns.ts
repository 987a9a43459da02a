import type pg from 'pg'
import { addCampaign } from '#areas/campaigns/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { hq, systemWith, type TestApp } from '#tests/test-app.ts'
import { counterCalls } from './calls.ts'
import { type Figure, median, percentile } from './figures.ts'
import { requireSuccess, withInProcessCompany } from './in-process-company.ts'

const till = systemWith('sales:write', 'sales:cancel')
/** The number of consecutive sales between two changes of campaigns. */
const BLOCK = 60

/** Measures the cost of campaigns for a sale. Few customers suffice, because a sale reads only its member's rows. */
export const benchCampaigns = ({ customers, pairs }: { customers: number; pairs: number }) =>
  withInProcessCompany({ customers, sales: customers }, noCampaigns, (app, client) => atTheTill(app, client, pairs))

const noCampaigns = (client: pg.Client) => client.query(`update campaign set status = 'Draft'`)

const named = (CampaignCode: string, more: object) => ({
  CampaignCode,
  CampaignName: 'Measured',
  CampaignType: 'Promotion',
  StartDate: '2020-01-01',
  EndDate: '2099-12-31',
  ...more,
})

/**
 * Compares a sale without campaigns, with three matching campaigns, and with three campaigns for other goods.
 * Interleaves short blocks, so that background load and growing tables affect all of them alike.
 * Reports the median ratio of a block to its two neighbours without campaigns.
 */
async function atTheTill(app: TestApp, client: pg.Client, pairs: number): Promise<Figure[]> {
  const award = { AwardPointYN: 'Y' }
  const otherGoods = { Objects: [{ ObjectCode: 'Brand', ObjectValue: 'Serikandi' }] }
  const kinds = { awarding: {}, elsewhere: otherGoods }
  for (const [kind, more] of Object.entries(kinds))
    for (const [index, terms] of [
      { Multiplier: '2' },
      { AwardPoint: 50, AwardPer: 'Invoice' },
      { AwardPoint: 20, MinimumPurchase: '500' },
    ].entries())
      await requireSuccess(
        app.call(addCampaign, named(`${kind.toUpperCase()}${index}`, { ...award, ...terms, ...more }) as never, hq),
      )
  const { rows } = await client.query<{ member: string }>(
    `select membership_no as member from membership where member_type = 'Premium Member' and status = 'Active' order by membership_no limit 20000`,
  )
  let number = 0
  const batch = async (runs: string | null) => {
    await client.query(
      `update campaign set status = case when starts_with(campaign_code, $1) then 'Active' else 'Paused' end where campaign_name = 'Measured'`,
      [runs ?? '-'],
    )
    const times: number[] = []
    for (let sale = 0; sale < BLOCK; sale++) {
      const subject = { ...rows[++number % rows.length]!, customer: 0, name: '', lot: 0 }
      const began = performance.now()
      await requireSuccess(app.call(addTransaction, counterCalls.sale.body(subject, `BENCH-${number}`) as never, till))
      times.push(performance.now() - began)
    }
    return median(times)
  }
  for (const kind of [null, 'AWARDING', 'ELSEWHERE', null]) await batch(kind)
  const ratios: Record<'awarding' | 'elsewhere', number[]> = { awarding: [], elsewhere: [] }
  const without = [await batch(null)]
  for (let pair = 0; pair < pairs; pair++)
    for (const kind of pair % 2 ? (['awarding', 'elsewhere'] as const) : (['elsewhere', 'awarding'] as const)) {
      const before = without.at(-1)!
      const during = await batch(kind.toUpperCase())
      const after = await batch(null)
      without.push(after)
      ratios[kind].push(during / ((before + after) / 2))
    }
  const more = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} % more`
  const spread = (of: number[]) =>
    `${more(median(of))} (half between ${[0.25, 0.75].map((share) => more(percentile(of, share)).replace(' more', '')).join(' and ')})`
  return [
    { name: 'A sale without campaigns', value: `${median(without).toFixed(2)} ms` },
    { name: 'With three matching campaigns', value: spread(ratios.awarding), goal: 'at most 15 % more' },
    {
      name: '  its three bonuses and their ledger rows, by bare SQL',
      value: more(1 + (await rowsAlone(client)) / median(without)),
    },
    { name: 'With three campaigns for other goods', value: spread(ratios.elsewhere), goal: 'at most 15 % more' },
  ]
}

/** Inserts the additional rows of a sale with bonus points into the same tables, and rolls them back. */
async function rowsAlone(client: pg.Client): Promise<number> {
  await client.query(`
    create temp table entry as select (jsonb_populate_record(h, jsonb_build_object('history_id', nextval('point_history_history_id_seq'),
        'sequence_no', sequence_no + 1000000, 'source_key', 'alone:' || source_key))).*
      from point_history h where transaction_type = 'Bonus' order by history_id desc limit 3;
    create temp table bonus as select (jsonb_populate_record(b, jsonb_build_object('cause', 'ALONE' || cause))).*
      from sale_bonus b order by transaction_id desc limit 3`)
  const columns = (
    await client.query<{ columns: string }>(
      `select string_agg(column_name, ', ') as columns from information_schema.columns where table_name = 'point_history' and is_generated = 'NEVER'`,
    )
  ).rows[0]!.columns
  const times: number[] = []
  for (let round = 0; round < 4 * BLOCK; round++) {
    await client.query('begin')
    const began = performance.now()
    await client.query({
      name: 'entries',
      text: `insert into point_history (${columns}) overriding system value select ${columns} from entry`,
    })
    await client.query({ name: 'bonuses', text: 'insert into sale_bonus select * from bonus' })
    times.push(performance.now() - began)
    await client.query('rollback')
  }
  return median(times)
}
