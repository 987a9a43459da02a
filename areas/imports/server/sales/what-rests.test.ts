import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addTargets } from '#areas/campaigns/contract.ts'
import { prove } from '#areas/expiry/server/index.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { useBench } from '#tests/factories/imports.ts'
import { merging } from '#tests/factories/merges.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { reward } from '#tests/factories/rewards.ts'
import { checkLedger, earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, systemWith, useApp } from '#tests/harness.ts'

// What rests on a sale of the till goes back with a return that comes by file, as with one at the till; what a file sells is
// history (docs/decisions/0127). One point for RM 10.

const app = useApp({ at: '2026-06-15T04:00:00Z' })
const bench = useBench()
const till = systemWith('sales:write')

beforeAll(() => earningRules(app.db))
beforeEach(() => app.sql(`update campaign set status = 'Draft'`))

type Person = { MembershipNo: string; CustomerId: number }

async function sell({ MembershipNo }: Person, UnitPrice: string, Quantity = '1') {
  const InvoiceNo = `WR${nextNumber()}`
  const Details = [line(UnitPrice, { ItemCode: 'RING', Quantity })]
  const body = { TransactionType: 'N', InvoiceNo, OutletCode: 'KLCC', MembershipNo, Details }
  const { status, refusal } = await app.call(addTransaction, body as never, till)
  if (status !== 201) throw new Error(refusal.message)
  return InvoiceNo
}

/** Loads a file of one row: of so many rings at a price; fewer than none are returned. */
const load = async (invoice: string, { MembershipNo }: Person, quantity: number, price: number) => {
  const columns = {
    ...{ Invoice: 'InvoiceNo', Item: 'ItemCode', Quantity: 'Quantity' },
    ...{ Time: 'PerformedAt', Price: 'UnitPrice', Member: 'MembershipNo' },
  } as const
  const csv = `${Object.keys(columns).join(',')}\n${invoice},RING,${quantity},2026-06-15 12:01:00,${price},${MembershipNo}\n`
  const mapping = {
    columns,
    constants: { OutletCode: 'KLCC', Brand: 'Aurelia' },
    cancellations: { invoicePrefix: 'C' },
  }
  const { Created, Failed } = await bench.run('sales', csv, mapping, { url: app.url })
  expect({ Created, Failed }).toMatchObject({ Failed: 0 })
  return Created
}

const awarded = () => campaign(app, { AwardPointYN: 'Y', Multiplier: '2', BudgetPoints: 1000 })
const spentOf = async (code: string) =>
  (await app.sql<{ points: number }>('select points::int from campaign_spent where campaign_code = $1', code))[0]!
    .points
const pointsOf = async ({ MembershipNo }: Person) => (await checkLedger(app.db, MembershipNo)).points
const proven = async () => (await prove(jobContext(app))).Differences

test('an award goes back piece by piece with what files return, once, and the budget has it again', async () => {
  const { CampaignCode } = await awarded()
  const who = await member(app.db)
  await sell(who, '335', '3')
  expect(await pointsOf(who)).toBe(100 + 100)
  expect(await load('CWR1', who, -1, 335)).toBe(1)
  expect(await pointsOf(who)).toBe(67 + 67)
  expect(await spentOf(CampaignCode)).toBe(67)
  expect(await load('CWR1', who, -1, 335)).toBe(0)
  expect(await pointsOf(who)).toBe(67 + 67)
  await load('CWR2', who, -2, 335)
  expect(await pointsOf(who)).toBe(0)
  expect(await spentOf(CampaignCode)).toBe(0)
  expect(await proven()).toBe(0)
})

test('a sale of a file is awarded nothing, however often it is loaded', async () => {
  const { CampaignCode } = await awarded()
  const who = await member(app.db)
  expect(await load('WRF1', who, 1, 1000)).toBe(1)
  expect(await load('WRF1', who, 1, 1000)).toBe(0)
  expect(await pointsOf(who)).toBe(100)
  expect(await spentOf(CampaignCode)).toBe(0)
  await load('CWRF1', who, -1, 1000)
  expect(await pointsOf(who)).toBe(0)
  expect(await proven()).toBe(0)
})

test('of a member who was merged the award is taken from the survivor', async () => {
  await awarded()
  const [survivor, merged] = [await member(app.db), await member(app.db)]
  await sell(merged, '1000')
  await merging(app).merge(survivor, merged)
  expect(await pointsOf(survivor)).toBe(200)
  await load('CWR3', merged, -1, 1000)
  expect(await checkLedger(app.db, survivor.MembershipNo)).toEqual({ agree: true, points: 0, arrears: 0 })
  expect(await proven()).toBe(0)
})

test('the reward of a campaign goes back, and is given again for the next sale', async () => {
  const { RewardId } = await reward(app.db, { Name: 'Gold bead', Type: 'Campaign', Status: 'Active' })
  await campaign(app, { RewardId, AwardPer: 'Member' })
  const who = await member(app.db)
  const held = async () =>
    (
      await app.sql<{ status: string }>(
        'select status from customer_reward where membership_no = $1 order by reference_code',
        who.MembershipNo,
      )
    ).map(({ status }) => status)
  await sell(who, '600')
  expect(await held()).toEqual(['Active'])
  await load('CWR4', who, -1, 600)
  expect(await held()).toEqual(['Cancelled'])
  await sell(who, '700')
  expect(await held()).toEqual(['Cancelled', 'Active'])
})

test('a conversion counts no longer, and the next purchase does', async () => {
  const { CampaignCode } = await campaign(app)
  const who = await member(app.db)
  await app.call(addTargets, { CampaignCode, CustomerId: [who.CustomerId] }, hq)
  await app.sql(`update campaign_target set counted_from = '2026-01-01' where campaign_code = $1`, CampaignCode)
  const converted = async () =>
    (
      await app.sql<{ invoice_no: string | null }>(
        `select invoice_no from campaign_target left join transaction_summary on transaction_id = converted_transaction_id where campaign_code = $1`,
        CampaignCode,
      )
    )[0]!.invoice_no
  const first = await sell(who, '800')
  expect(await converted()).toBe(first)
  await load('CWR5', who, -1, 800)
  expect(await converted()).toBe(null)
  const next = await sell(who, '900')
  expect(await converted()).toBe(next)
})

test('the contact before a sale is credited with what files leave of it', async () => {
  const who = await member(app.db)
  const [task] = await app.sql<{ task_id: number }>(
    `insert into task (name, customer_id, building_id, due_date) select 'Call', $1, building_id, '2026-06-20' from building where code = 'KLCC' returning task_id`,
    who.CustomerId,
  )
  await app.sql(
    `insert into task_progress_log (task_id, contact_type, description, follow_up_date, status, created_at) values ($1, 'Call', 'About the ring', '2026-06-20', 'Completed', '2026-06-14T04:00:00Z')`,
    task!.task_id,
  )
  const credited = () => app.sql('select amount from task_credit where task_id = $1', task!.task_id)
  await sell(who, '400', '2')
  expect(await credited()).toEqual([{ amount: '800.00' }])
  await load('CWR6', who, -1, 400)
  expect(await credited()).toEqual([{ amount: '400.00' }])
  await load('CWR7', who, -1, 400)
  expect(await credited()).toEqual([])
})
