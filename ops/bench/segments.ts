import type pg from 'pg'
import { addCampaign, listCampaignTargets } from '#areas/campaigns/contract.ts'
import { addSegment, addSegmentToCampaign, type ConditionGroup, previewSegment } from '#areas/segments/contract.ts'
import { hq, type TestApp } from '#tests/test-app.ts'
import { type Figure, median } from './figures.ts'
import { measureSeconds, requireSuccess, withInProcessCompany } from './in-process-company.ts'

type Size = { customers: number; rounds: number }

/** Six conditions on customer, card, consent, sales and points. Two of them are alternatives. */
const conditions: ConditionGroup = {
  Match: 'All',
  Conditions: [
    { Field: 'customers.Age', Test: 'Between', Values: ['30', '60'] },
    { Field: 'memberships.CardCategoryCode', Test: 'Any of', Values: ['CLASSIC', 'GOLD'] },
    { Field: 'customers.Consent', Test: 'Any of', Values: ['Email'] },
    { Field: 'sales.Spend', Test: 'At least', Values: ['1000'], Period: { Last: 24, Unit: 'months' } },
    {
      Match: 'Any',
      Conditions: [
        { Field: 'sales.LastPurchase', Test: 'In the last', Values: ['180'], Unit: 'days' },
        { Field: 'points.PointBalance', Test: 'At least', Values: ['2000'] },
      ],
    },
  ],
}

/** A hand-written query that selects the same customers as the segment. */
const bare = `
  with spent as materialized (
    select customer_id, sum(case transaction_type when 'C' then -net_amount else net_amount end) filter (where business_date > $1::date - interval '24 months') as spend,
      max(business_date) filter (where transaction_type = 'N') as last_sold
    from transaction_summary where customer_id is not null and business_date <= $1::date group by 1),
  pointed as (select customer_id, sum(points) as points from point_balance join membership using (membership_no) where status = 'Active' group by 1)
  select c.customer_id from customer c join spent using (customer_id) left join pointed using (customer_id)
  where c.status in ('Active', 'Inactive', 'Suspended') and extract(year from age($1::date, c.date_of_birth)) between 30 and 60
    and spend >= 1000 and (last_sold > $1::date - 180 or points >= 2000)
    and customer_id in (select customer_id from membership where status = 'Active' and card_category_code in ('CLASSIC', 'GOLD'))
    and customer_id in (select customer_id from (
      select distinct on (customer_id) customer_id, granted_yn from customer_consent where channel = 'Email'
      order by customer_id, recorded_at desc, consent_id desc) latest where granted_yn = 'Y')`

/** Counts a segment with six conditions as the segment builder does, compared with a hand-written query. */
export const benchSegments = ({ customers, rounds }: Size) =>
  withInProcessCompany({ customers, sales: customers * 2 }, agreeToMail, async (app, client) => [
    ...(await measureCount(app, client, { customers, rounds })),
    ...(await frozen(app, client, rounds)),
  ])

/** Two thirds of the customers consent to e-mail, and a tenth of these withdraw the consent. */
const agreeToMail = (client: pg.Client) =>
  client.query(`insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
    select customer_id, 'Email', granted, '1', 'Import', recorded from customer
    cross join lateral (values ('Y', created_at + interval '1 hour'), ('N', case when customer_id % 10 = 0 then created_at + interval '2 hours' end)) consent (granted, recorded)
    where customer_id % 3 > 0 and recorded is not null`)

async function measureCount(app: TestApp, client: pg.Client, { customers, rounds }: Size): Promise<Figure[]> {
  const today = await todayOf(client)
  const countByPreview = async () => {
    const { status, body, refusal } = await app.call(previewSegment, { Conditions: conditions } as never)
    if (status !== 200) throw new Error(refusal.message)
    return body.Count
  }
  const countByQuery = async () => {
    const counting = `select count(*)::int as count from (${bare}) people`
    return (await client.query<{ count: number }>(counting, [today])).rows[0]!.count
  }
  const [segmentCount, queryCount] = [await countByPreview(), await countByQuery()]
  const times: { preview: number[]; handwritten: number[] } = { preview: [], handwritten: [] }
  for (let round = 0; round < rounds; round++) {
    times.preview.push(await measureSeconds(countByPreview))
    times.handwritten.push(await measureSeconds(countByQuery))
  }
  const [call, query] = [median(times.preview), median(times.handwritten)]
  return [
    { name: 'Customers', value: `${customers}` },
    {
      name: 'Matching customers',
      value: `${segmentCount}, by the baseline query ${queryCount}`,
      goal: 'the same',
      missed: segmentCount !== queryCount,
    },
    { name: 'Count with sample rows', value: `${call.toFixed(2)} s`, goal: '< 2 s for 1000000' },
    { name: 'Baseline query: count only', value: `${query.toFixed(2)} s` },
    { name: 'Call / baseline query', value: `${(call / query).toFixed(2)} ×` },
  ]
}

/** Adds the same customers to a new target list in each round, compared with a plain insert that is rolled back. */
async function frozen(app: TestApp, client: pg.Client, rounds: number): Promise<Figure[]> {
  const today = await todayOf(client)
  const savedSegment = await requireSuccess(
    app.call(addSegment, { Name: 'Measured', Conditions: conditions } as never, hq),
  )
  const { SegmentId } = savedSegment.body as { SegmentId: number }
  const times: { call: number[]; insert: number[] } = { call: [], insert: [] }
  const rowCounts = { listed: 0, inserted: 0, audited: 0 }
  for (let round = 0; round < rounds; round++) {
    const CampaignCode = `FREEZE${round}`
    const plain = {
      CampaignName: 'Measured',
      CampaignType: 'Promotion',
      StartDate: '2020-01-01',
      EndDate: '2099-12-31',
    }
    await requireSuccess(app.call(addCampaign, { CampaignCode, ...plain } as never, hq))
    await client.query('begin')
    const inserting = `insert into campaign_target (campaign_code, customer_id, source, bucket, added_at)
      select '${CampaignCode}', customer_id, 'Segment', 0, now() from (${bare}) people`
    times.insert.push(
      await measureSeconds(async () => {
        rowCounts.inserted = (await client.query(inserting, [today])).rowCount ?? 0
      }),
    )
    await client.query('rollback')
    times.call.push(
      await measureSeconds(() =>
        requireSuccess(app.call(addSegmentToCampaign, { SegmentId, CampaignCode, ListAs: 'Snapshot' }, hq)),
      ),
    )
    rowCounts.listed = (
      await requireSuccess(app.call(listCampaignTargets, { Search: { CampaignCode }, Rows: 1 }, hq))
    ).body.count
    const { rowCount } = await client.query(
      `select from audit_log where action_type = 'Create Campaign Target' and object_id = $1 and log_text like $2`,
      [CampaignCode, `%Customers - ${rowCounts.listed}`],
    )
    rowCounts.audited += rowCount ?? 0
  }
  const [call, insert] = [median(times.call), median(times.insert)]
  return [
    {
      name: 'Snapshot as target list',
      value: `${rowCounts.listed} customers, by the baseline insert ${rowCounts.inserted}`,
      goal: '100000 of 1000000, and the same',
      missed: rowCounts.listed !== rowCounts.inserted,
    },
    { name: 'In', value: `${call.toFixed(2)} s`, goal: '< 10 s' },
    { name: 'Baseline insert', value: `${insert.toFixed(2)} s` },
    { name: 'Call / baseline insert', value: `${(call / insert).toFixed(2)} ×` },
    {
      name: 'Audit log entries with number',
      value: `${rowCounts.audited} of ${rounds}`,
      goal: `${rounds}`,
      missed: rowCounts.audited !== rounds,
    },
  ]
}

const todayOf = async (client: pg.Client) =>
  (await client.query<{ today: string }>('select business_date_of(now())::text as today')).rows[0]!.today
