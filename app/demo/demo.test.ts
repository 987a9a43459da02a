import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityTypes } from '#areas/activities/contract/records.ts'
import { listLiveLists } from '#areas/campaigns/contract/live-lists.ts'
import { getCampaignOutcome, listCampaigns, listCampaignTargets } from '#areas/campaigns/contract.ts'
import { formFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { createCustomValueSchema } from '#areas/custom-fields/contract/custom-values.ts'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { addSchedule } from '#areas/exports/contract/schedules.ts'
import { addExport } from '#areas/exports/contract.ts'
import { listImportRows, listImports } from '#areas/imports/contract.ts'
import { findCustomerMessages, listTemplates, previewText } from '#areas/messages/contract.ts'
import { pointExpiredReport } from '#areas/reports/point-expired/contract.ts'
import { reactiveMemberReport } from '#areas/reports/reactive-member/contract.ts'
import { listTransactions } from '#areas/sales/contract/find.ts'
import { listSegments, previewSegment } from '#areas/segments/contract.ts'
import { listPasscodes } from '#areas/self-service/contract.ts'
import { listTasks } from '#areas/tasks/contract/tasks.ts'
import { myLists } from '#areas/views/contract.ts'
import { listVouchers } from '#areas/vouchers/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { ListViewState } from '#kit/contract/list-view.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import { compareReportsWithViews } from '#tests/reporting-figures.ts'
import { seedDemo } from './demo.ts'
import { growLargeCompany } from './grow-large.ts'
import { seedLargeCompany } from './large.ts'
import { generateDemoCustomers } from './people.ts'
import { createSeededRandom } from './random.ts'
import { LAPSED_SEGMENT_NAME } from './write-segments.ts'

const app = useApp()
const secret = randomBytes(32)
const dataDir = mkdtempSync(join(tmpdir(), 'carat-demo-'))

beforeAll(async () => {
  await app.sql('delete from building')
  await seedDemo({ url: app.url, dataDir, secret })
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('demo: has a head office, six outlets, forty staff, two thousand customers and two years of sales with returns', async () => {
  const [counts] = await app.sql<Record<string, number>>(`
    select (select count(*) from building where code <> 'HQ')::int as outlets, (select count(*) from staff)::int as staff,
      (select count(*) from customer)::int as customers, (select count(distinct date_trunc('month', business_date)) from transaction_summary)::int as months,
      (select count(*) from transaction_summary where transaction_type = 'C')::int as returns,
      (select count(*) from transaction_summary where membership_no is null)::int as walk_ins,
      (select count(*) from point_balance where arrears > 0)::int as owing`)
  expect(counts).toMatchObject({ outlets: 6, staff: 40, customers: 2000 })
  expect(counts!.months).toBeGreaterThanOrEqual(24)
  expect(counts!.returns).toBeGreaterThan(0)
  expect(counts!.walk_ins).toBeGreaterThan(0)
  expect(counts!.owing).toBeGreaterThan(0)
})

test('demo: has members whose points have expired, and members who bought again after two years', async () => {
  const { body: expired } = await app.call(pointExpiredReport.call, { Rows: 1 }, hq)
  const { body: reactive } = await app.call(reactiveMemberReport.call, { Rows: 1 }, hq)
  expect(expired.count).toBeGreaterThan(0)
  expect(reactive.count).toBeGreaterThan(0)
})

test('demo: the ledger balances for every member', async () => {
  const wrong = await app.sql(`
    select membership_no from point_balance b
    left join lateral (select coalesce(sum(points), 0) as ledger, coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0) as lots, coalesce(sum(point_owed), 0) as owed
      from point_history h where h.membership_no = b.membership_no) book on true
    where (b.points, b.lots_remaining, b.arrears) is distinct from (book.ledger, book.lots, book.owed)`)
  expect(wrong).toEqual([])
})

test('demo: one merge is completed and another awaits approval', async () => {
  expect(
    await app.sql(`
      select (select count(*)::int from member_merge) as merged, (select count(*)::int from customer where status = 'Merged') as gone,
        (select count(*)::int from approval where kind = 'Member merge' and status = 'Pending') as waiting`),
  ).toEqual([{ merged: 1, gone: 1, waiting: 1 }])
})

test('demo: each reason for checking a sale occurs, and the sales that wait for a check have earned no points', async () => {
  expect(
    await app.sql(`
      select array(select distinct unnest(reasons) from sale_check order by 1) as reasons, sum(points_earned)::int as points,
        count(distinct outlet_code)::int as outlets, count(*) filter (where membership_no is null)::int as walk_ins
      from sale_check join transaction_detail using (transaction_id, sequence_no) join transaction_summary using (transaction_id)
      where status = 'Waiting'`),
  ).toEqual([{ reasons: ['Amount', 'Brand', 'ProductGroup', 'Total'], points: 0, outlets: 4, walk_ins: 1 }])
})

test('demo: couples share wishes, and one partner has bought a gift', async () => {
  const [coupleCounts] = await app.sql<Record<string, number>>(`
    select (select count(*) from household_link where status = 'Active')::int as couples, (select count(*) from favourite where given_by_id is not null)::int as gifts,
      (select count(*) from jewellery_profile)::int as profiles`)
  expect(coupleCounts).toMatchObject({ gifts: 1, profiles: 120 })
  expect(coupleCounts!.couples).toBeGreaterThan(5)
})

test('demo: loyalty watch has findings about an adviser’s own number, two outlets at once and a shared phone number', async () => {
  const findings = await app.sql<{ pattern: string; acts: number }>(
    `select pattern, acts from watch_finding where status = 'Open' order by pattern, acts`,
  )
  expect(findings).toEqual([
    { pattern: 'Own number', acts: 3 },
    { pattern: 'Shared contact', acts: 1 },
    { pattern: 'Two outlets', acts: 2 },
  ])
})

test('demo: has customer rewards in every status, low stock somewhere, and vouchers in every status', async () => {
  const states = await app.sql<{ status: string }>('select distinct status from customer_reward order by 1')
  expect(states.map(({ status }) => status)).toEqual(['Active', 'Cancelled', 'Claimed', 'Collected'])
  const low = await app.sql(
    'select from reward_inventory where qty_on_hand - qty_reserved <= reorder_level and building_id is not null',
  )
  expect(low).toHaveLength(2)
  const statuses = await app.sql<{ status: string }>('select distinct status from voucher order by 1')
  expect(statuses.map(({ status }) => status)).toEqual(['A', 'R', 'V', 'X'])
})

test('demo: a second seeding changes nothing, and seeding always creates the same data', async () => {
  await seedDemo({ url: app.url, dataDir, secret })
  expect(await app.sql('select count(*)::int as customers from customer')).toEqual([{ customers: 2000 }])
  expect(generateDemoCustomers(50, '2026-11-21', createSeededRandom(1))).toEqual(
    generateDemoCustomers(50, '2026-11-21', createSeededRandom(1)),
  )
})

test('demo: every template renders in each of its languages, and the welcome template renders for recent recipients', async () => {
  const { body } = await app.call(listTemplates, { Rows: 100 }, hq)
  expect(body.rows.map(({ Texts }) => Texts.length)).toEqual(expect.arrayContaining([5, 5, 5, 5]))
  for (const { ContactType, Event, Texts } of body.rows)
    for (const text of Texts) {
      const preview = await app.call(previewText, { ContactType, Event, ...text }, hq)
      expect(preview).toMatchObject({ status: 200, body: { Missing: [] } })
    }
  const latest = await app.sql<{ customer_id: number }>(
    'select customer_id from contact_log order by created_at desc limit 50',
  )
  const { TemplateId } = body.rows.find(({ Event }) => Event === 'MEMBER-JOINED')!
  const CustomerId = latest.map(({ customer_id }) => Number(customer_id))
  const reply = await app.call(findCustomerMessages, { TemplateId, CustomerId }, hq)
  expect(reply.body.rows.filter(({ Missing }) => Missing.length > 0)).toEqual([])
  expect(reply.body.count).toBe(50)
})

test('demo: every segment matches some customers but not all', async () => {
  const { body } = await app.call(listSegments, {}, hq)
  expect(body.count).toBe(2)
  for (const { Conditions } of body.rows) {
    const preview = await app.call(previewSegment, { Conditions } as never, hq)
    expect(preview.body.Count).toBeGreaterThan(0)
    expect(preview.body.Count).toBeLessThan(1000)
  }
})

test('demo: has a finished campaign with results, a running one with bonus points and one in preparation', async () => {
  const outcome = async (CampaignCode: string) => (await app.call(getCampaignOutcome, { CampaignCode }, hq)).body
  const over = await outcome('PRIVATE-VIEW')
  expect(over.Contacted.Customers).toBeGreaterThan(100)
  expect(over.Contacted.Converted).toBeGreaterThan(0)
  expect(over.Control.Customers).toBeGreaterThan(10)
  const runs = await outcome('BRIDAL-SEASON')
  expect(runs.SpentPoints).toBeGreaterThan(1000)
  expect(runs.Contacted.Converted).toBeGreaterThanOrEqual(4)
  const { body } = await app.call(listCampaigns, {}, hq)
  expect(body.rows.map(({ Status }) => Status)).toEqual(expect.arrayContaining(['Active', 'Ended', 'Draft']))
  // The campaign contacted only customers with consent.
  expect(
    await app.sql(`select count(*)::int as wrong from campaign_target t where contacted_at is not null and not exists (
      select from customer_consent c where c.customer_id = t.customer_id and c.channel = 'Email' and c.granted_yn = 'Y')`),
  ).toEqual([{ wrong: 0 }])
})

test('demo: customers, tasks and rewards have valid custom field values', async () => {
  for (const ObjectType of ['Customer', 'Task', 'Rewards'] as const) {
    const { body } = await app.call(formFields, { ObjectType }, hq)
    const table = { Customer: 'customer', Task: 'task', Rewards: 'reward' }[ObjectType]
    const customValues = await app.sql<{ code: string; value: string }>(
      `select key as code, value from ${table}, jsonb_each_text(custom_values)`,
    )
    expect(new Set(customValues.map(({ code }) => code))).toEqual(
      new Set(body.rows.map(({ CustomFieldCode }) => CustomFieldCode)),
    )
    for (const field of body.rows)
      for (const { value } of customValues.filter(({ code }) => code === field.CustomFieldCode))
        expect(createCustomValueSchema(field).safeParse(value)).toMatchObject({ success: true, data: value })
  }
})

test('demo: two tasks at each outlet have a readable attachment', async () => {
  const files = await app.sql<{ task: string; type: string; name: string; stored_name: string }>(
    `select task.name as task, type, file_name as name, stored_name from media join task on task_id::text = object_id where object_type = 'TaskId' order by media_id`,
  )
  expect(files.map(({ task, type, name }) => [task, type, name])).toEqual([
    ...Array(2).fill(['Call about the resized ring', 'Photo', 'ring-size.webp']),
    ...Array(2).fill(['Collect the repaired bracelet', 'Document', 'repair-slip.pdf']),
  ])
  for (const { stored_name } of files) expect(existsSync(join(dataDir, 'media', stored_name))).toBe(true)
})

test('demo: has prospects, activities and registration posters', async () => {
  const sources = await app.sql<{ prospects: number }>(
    'select count(*)::int as prospects from lead_prospect group by lead_source_id',
  )
  expect(sources.map(({ prospects }) => prospects)).toEqual([14, 14, 14])
  expect((await app.call(activityTypes.list, {}, hq)).body.count).toBeGreaterThanOrEqual(5)
  expect(await app.sql(`select count(*)::int as noted from customer_activity where activity_code <> 'FGF'`)).toEqual([
    { noted: 90 },
  ])
  const { body } = await app.call(listPasscodes, {}, hq)
  expect(body.rows.map(({ Status }) => Status).sort()).toEqual(['Active', 'Active', 'Expired'])
})

test('demo: the vouchers were imported from a file whose last row failed', async () => {
  const { body } = await app.call(listImports, {}, hq)
  expect(body.rows).toMatchObject([{ Kind: 'vouchers', Status: 'Completed', Level: 'warning', Created: 86, Failed: 1 }])
  const { ImportId } = body.rows[0]!
  const rows = await app.call(listImportRows, { Search: { ImportId } }, hq)
  expect(rows.body.rows).toMatchObject([
    { FirstRow: 1, LastRow: 86, Result: 'Created' },
    { FirstRow: 87, Result: 'Failed', Faults: [{ Reason: 'not_a_voucher_type', Field: 'VoucherType', Value: 'X' }] },
  ])
  expect(await app.sql('select distinct batch_id as "ImportId" from voucher')).toEqual([{ ImportId }])
})

test('demo: two exports can be downloaded, and a repeated export has the same number of rows', async () => {
  const exports = await app.sql<
    Omit<RequestBody<typeof addExport>, 'Scope'> & { Rows: number; Key: string; Bytes: number }
  >(
    `select path as "Path", title as "Title", input as "Input", columns as "Columns", filters as "Filters", format as "Format",
       rows_done::int as "Rows", file_key as "Key", file_bytes::int as "Bytes" from export_job order by created_at`,
  )
  expect(exports.map(({ Title, Format }) => [Title, Format])).toEqual([
    ['Campaign Target List', 'XLSX'],
    ['Rewards', 'CSV'],
  ])
  for (const { Rows, Key, Bytes, ...request } of exports) {
    expect(Rows).toBeGreaterThan(3)
    expect(statSync(join(dataDir, 'exports', Key)).size).toBe(Bytes)
    const again = await app.call(addExport, { ...request, Scope: 'All' }, hq)
    expect(again).toMatchObject({ status: 201, body: { RowsDone: Rows } })
  }
})

test('demo: two report schedules have valid times and recipients', async () => {
  const schedules = await app.sql<RequestBody<typeof addSchedule> & { Next: string }>(
    `select path as "Path", title as "Title", input as "Input", columns as "Columns", filters as "Filters", format as "Format",
       first_day_field as "FirstDayField", last_day_field as "LastDayField", period as "Period", cron as "Cron", to_json(next_run_at)#>>'{}' as "Next",
       array(select username from user_account where user_id = any(recipient_ids) order by 1) as "Recipients"
     from export_schedule order by schedule_id`,
  )
  expect(schedules.map(({ Title, Recipients }) => [Title, Recipients])).toEqual([
    ['Best customers of the week', ['hq', 'hq.approver']],
    ['What sold last month', ['hq']],
  ])
  for (const { Next, ...schedule } of schedules) {
    const again = await app.call(addSchedule, schedule, hq)
    expect(again).toMatchObject({ status: 201 })
    expect(Date.parse(again.body.NextRunAt!)).toBe(Date.parse(Next))
  }
})

test('demo: four lists have a shared view, and each of these views shows some rows', async () => {
  const { body } = await app.call(myLists, {}, hq)
  expect(body.views.map(({ Name, SharedYN }) => [Name, SharedYN])).toEqual([
    ['Gift vouchers to give', 'Y'],
    ['High priority', 'Y'],
    ['Platinum', 'Y'],
    ['Returns', 'Y'],
  ])
  for (const { State } of body.views) expect(ListViewState.parse(State)).toEqual(State)
  const stateByList = Object.fromEntries(body.views.map(({ List, State }) => [List, State]))
  for (const list of [listVouchers, listTasks, listCustomers, listTransactions] as const) {
    const { Filters, Sort, Direction } = stateByList[list.path]!
    const input = { Search: Filters, ...(Sort && { SortOption: Sort, SortDirection: Direction }) }
    const listReply = await app.call(list, input as never, hq)
    expect(listReply).toMatchObject({ status: 200 })
    expect({ list: list.path, more: listReply.body.count > 3 }).toEqual({ list: list.path, more: true })
  }
})

test('demo: the target list of the year-end sale follows its segment', async () => {
  const { body } = await app.call(listLiveLists, { Search: { CampaignCode: 'YEAR-END' } }, hq)
  expect(body.rows).toMatchObject([{ Name: LAPSED_SEGMENT_NAME, Status: 'Live' }])
  const segments = await app.call(listSegments, { Search: { Name: LAPSED_SEGMENT_NAME } }, hq)
  const segmentPreview = await app.call(previewSegment, { Conditions: segments.body.rows[0]!.Conditions } as never, hq)
  const targets = await app.call(listCampaignTargets, { Search: { CampaignCode: 'YEAR-END' } }, hq)
  expect(targets.body.count).toBe(segmentPreview.body.Count)
  expect(targets.body.count).toBeGreaterThan(10)
})

test('large demo company: has customer rewards in every status, vouchers, and a balanced ledger', async () => {
  const client = new pg.Client(app.url)
  await client.connect()
  await seedLargeCompany(client, { customers: 400, sales: 1000, secret }, () => {}).finally(() => client.end())
  const states = await app.sql<{ status: string }>(
    `select distinct status from customer_reward where created_by_id is null order by 1`,
  )
  expect(states.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['Active', 'Cancelled', 'Claimed', 'Expired']),
  )
  const [seeded] = await app.sql<{ count: number }>(`select count(*)::int from voucher where reference = 'SEED'`)
  expect(seeded!.count).toBe(400)
  expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
})

test('large demo company: has tags, activities, tasks, prospects, feedback and campaigns', async () => {
  const [rowCounts] = await app.sql<Record<string, number>>(`
    with seeded as (select customer_id from customer where email like 'member%@example.com')
    select (select count(*)::int from customer_tag join seeded using (customer_id)) as tags,
      (select count(*)::int from customer_activity join seeded using (customer_id)) as activities,
      (select count(*)::int from lead_prospect join seeded using (customer_id)) as prospects,
      (select count(*)::int from feedback_response join seeded using (customer_id)) as responses,
      (select count(*)::int from feedback_answer join feedback_response using (response_id) join seeded using (customer_id)) as answers`)
  expect(rowCounts).toMatchObject({ tags: 100, activities: 133, prospects: 40, responses: 50 })
  expect(rowCounts!.answers).toBeGreaterThan(100)
  const states = await app.sql<{ status: string }>(
    `select distinct task.status from task join customer using (customer_id) where email like 'member%@example.com' order by 1`,
  )
  expect(states.map(({ status }) => status)).toEqual(['Completed', 'In Progress', 'To Do'])
  const { body } = await app.call(getCampaignOutcome, { CampaignCode: 'LARGE-SPRING' }, hq)
  expect(body.Targeted).toBe(80)
  expect(body.Contacted.Customers + body.Control.Customers + body.HeldBack).toBe(80)
})

test('demo: the figures of reports equal the sums of the reporting views', async () => {
  const [days] = await app.sql<{ from: string; today: string }>(
    `select (day - interval '2 years' + interval '1 day')::date as from, day as today from (select business_date_of(now()) as day) today`,
  )
  const { from, today } = days!
  for (const { report, figures, views } of await compareReportsWithViews(app, { from, until: today, today }))
    expect({ report, figures: views }).toEqual({ report, figures })
})

test('large demo company: grows by further members, with all indexes and a balanced ledger', async () => {
  const client = new pg.Client(app.url)
  await client.connect()
  const indexes = () => app.sql(`select indexdef from pg_indexes where schemaname = 'public' order by 1`)
  const indexesBefore = await indexes()
  await growLargeCompany(client, { members: 300, salesPerMember: 2 }, () => {}).finally(() => client.end())
  expect(await indexes()).toEqual(indexesBefore)
  expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
})
