import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addCampaignTargets } from '#areas/campaigns/contract.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { useImportBench } from '#tests/factories/imports.ts'
import { merging } from '#tests/factories/merges.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { reward } from '#tests/factories/rewards.ts'
import { addEarningRules, checkLedger, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, systemWith, useApp } from '#tests/harness.ts'

// Records that depend on a till's sale follow a return imported by file, as they follow a return at the till.
// Imported sales are history and have no dependents (docs/decisions/0038).
// A sale earns one point for RM 10.

const app = useApp({ at: '2026-06-15T04:00:00Z' })
const bench = useImportBench()
const till = systemWith('sales:write', 'sales:cancel')

beforeAll(() => addEarningRules(app.db))
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

/** Imports a file of one row with a number of rings at a price; a negative quantity is a return. */
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
const proven = async () => (await reconcileLedger(jobContext(app))).Differences

test('imported returns: an award is reversed line by line, each line once, and its points return to the campaign budget', async () => {
  const { CampaignCode } = await awarded()
  const buyer = await member(app.db)
  await sell(buyer, '335', '3')
  expect(await pointsOf(buyer)).toBe(100 + 100)
  expect(await load('CWR1', buyer, -1, 335)).toBe(1)
  expect(await pointsOf(buyer)).toBe(67 + 67)
  expect(await spentOf(CampaignCode)).toBe(67)
  expect(await load('CWR1', buyer, -1, 335)).toBe(0)
  expect(await pointsOf(buyer)).toBe(67 + 67)
  await load('CWR2', buyer, -2, 335)
  expect(await pointsOf(buyer)).toBe(0)
  expect(await spentOf(CampaignCode)).toBe(0)
  expect(await proven()).toBe(0)
})

test('imported sales: a sale gets no campaign award, however often it is imported', async () => {
  const { CampaignCode } = await awarded()
  const buyer = await member(app.db)
  expect(await load('WRF1', buyer, 1, 1000)).toBe(1)
  expect(await load('WRF1', buyer, 1, 1000)).toBe(0)
  expect(await pointsOf(buyer)).toBe(100)
  expect(await spentOf(CampaignCode)).toBe(0)
  await load('CWRF1', buyer, -1, 1000)
  expect(await pointsOf(buyer)).toBe(0)
  expect(await proven()).toBe(0)
})

test('imported returns: if the member was merged, the award is reversed from the survivor', async () => {
  await awarded()
  const [survivor, merged] = [await member(app.db), await member(app.db)]
  await sell(merged, '1000')
  await merging(app).merge(survivor, merged)
  expect(await pointsOf(survivor)).toBe(200)
  await load('CWR3', merged, -1, 1000)
  expect(await checkLedger(app.db, survivor.MembershipNo)).toEqual({ agree: true, points: 0, arrears: 0 })
  expect(await proven()).toBe(0)
})

test('imported returns: a campaign reward is cancelled, and the next sale gives it again', async () => {
  const { RewardId } = await reward(app.db, { Name: 'Gold bead', Type: 'Campaign', Status: 'Active' })
  await campaign(app, { RewardId, AwardPer: 'Member' })
  const buyer = await member(app.db)
  const rewardStatuses = async () =>
    (
      await app.sql<{ status: string }>(
        'select status from customer_reward where membership_no = $1 order by reference_code',
        buyer.MembershipNo,
      )
    ).map(({ status }) => status)
  await sell(buyer, '600')
  expect(await rewardStatuses()).toEqual(['Active'])
  await load('CWR4', buyer, -1, 600)
  expect(await rewardStatuses()).toEqual(['Cancelled'])
  await sell(buyer, '700')
  expect(await rewardStatuses()).toEqual(['Cancelled', 'Active'])
})

test('imported returns: a conversion whose purchase was returned no longer counts, and the next purchase counts', async () => {
  const { CampaignCode } = await campaign(app)
  const buyer = await member(app.db)
  await app.call(addCampaignTargets, { CampaignCode, CustomerId: [buyer.CustomerId] }, hq)
  await app.sql(`update campaign_target set counted_from = '2026-01-01' where campaign_code = $1`, CampaignCode)
  const converted = async () =>
    (
      await app.sql<{ invoice_no: string | null }>(
        `select invoice_no from campaign_target left join transaction_summary on transaction_id = converted_transaction_id where campaign_code = $1`,
        CampaignCode,
      )
    )[0]!.invoice_no
  const first = await sell(buyer, '800')
  expect(await converted()).toBe(first)
  await load('CWR5', buyer, -1, 800)
  expect(await converted()).toBe(null)
  const next = await sell(buyer, '900')
  expect(await converted()).toBe(next)
})

test('imported returns: the credit of a progress log is reduced to the amount that was not returned', async () => {
  const buyer = await member(app.db)
  const [task] = await app.sql<{ task_id: number }>(
    `insert into task (name, customer_id, building_id, due_date) select 'Call', $1, building_id, '2026-06-20' from building where code = 'KLCC' returning task_id`,
    buyer.CustomerId,
  )
  await app.sql(
    `insert into task_progress_log (task_id, contact_type, description, follow_up_date, status, created_at) values ($1, 'Call', 'About the ring', '2026-06-20', 'Completed', '2026-06-14T04:00:00Z')`,
    task!.task_id,
  )
  const credited = () => app.sql('select amount from task_credit where task_id = $1', task!.task_id)
  await sell(buyer, '400', '2')
  expect(await credited()).toEqual([{ amount: '800.00' }])
  await load('CWR6', buyer, -1, 400)
  expect(await credited()).toEqual([{ amount: '400.00' }])
  await load('CWR7', buyer, -1, 400)
  expect(await credited()).toEqual([])
})
