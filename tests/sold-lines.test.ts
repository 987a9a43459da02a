import { beforeAll, describe, expect, test } from 'vitest'
import { approveRequest, listApprovals } from '#areas/approvals/contract.ts'
import { listReconciliationDifferences } from '#areas/expiry/contract/proof.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { addTransaction, mapSaleLine } from '#areas/sales/contract.ts'
import { merging } from './factories/merges.ts'
import { addEarningRules, companyBrands, line, member } from './factories/sales.ts'
import { hq, jobContext, staffWith, systemWith, useApp } from './harness.ts'
import { counter, ledgerCalls } from './ledger/calls.ts'

// The sold lines, which reports about goods read, always agree with the sales.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const moves = ledgerCalls(app)
beforeAll(async () => {
  await addEarningRules(app.db)
  // Sales to check lists lines with unknown goods.
  await companyBrands(app.db, ['Aurelia'])
})

let invoices = 0
async function sell(
  MembershipNo: string | null,
  caller = systemWith('sales:write', 'sales:cancel'),
  more: object = {},
) {
  const InvoiceNo = `SL${++invoices}`
  const Details = [line('300.00', { ItemCode: 'RING' }), line('200.00', { ItemCode: 'CHAIN', ...more })]
  const sale = { TransactionType: 'N', InvoiceNo, OutletCode: 'KLCC', MembershipNo, Details }
  const { status } = await app.call(addTransaction, sale as never, caller)
  expect(status).toBe(201)
  return InvoiceNo
}
const soldOf = (InvoiceNo: string) =>
  app.sql(
    `select s.sequence_no as line, s.membership_no as member, s.came_back, s.counts, s.brand, s.net_amount::text as net
     from sold_line s join transaction_summary head using (transaction_id) where head.invoice_no = $1 order by 1`,
    InvoiceNo,
  )
const agree = async () => expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
const lineOf = (number: number, of: string | null, net: string, more: object = {}) => ({
  ...{ line: number, member: of, came_back: false, counts: true, brand: 'Aurelia', net },
  ...more,
})

describe('lines of sales for reports', () => {
  test('lines of sales for reports: have the present member of the sale, after assigning, unassigning and merging', async () => {
    const [one, other] = [await member(app.db), await member(app.db)]
    const newSale = await sell(null)
    expect(await soldOf(newSale)).toEqual([lineOf(1, null, '300.00'), lineOf(2, null, '200.00')])
    await moves.assign(newSale, other.MembershipNo)
    expect(await soldOf(newSale)).toEqual([
      lineOf(1, other.MembershipNo, '300.00'),
      lineOf(2, other.MembershipNo, '200.00'),
    ])
    await agree()
    await merging(app).merge(one, other)
    expect(await soldOf(newSale)).toEqual([
      lineOf(1, one.MembershipNo, '300.00'),
      lineOf(2, one.MembershipNo, '200.00'),
    ])
    await moves.cancel(newSale, [{ line: 2, quantity: 1 }])
    expect(await soldOf(`${newSale}-C1`)).toEqual([lineOf(1, one.MembershipNo, '200.00', { came_back: true })])
    await agree()
  })

  test('lines of sales for reports: are counted only after the sale is approved', async () => {
    const { MembershipNo } = await member(app.db)
    const byHand = { TransactionType: 'N', InvoiceNo: 'SLHAND', MembershipNo, OutletCode: 'KLCC' }
    await app.call(addTransaction, { ...byHand, Details: [line('900000')] } as never, counter)
    expect(await soldOf('SLHAND')).toEqual([lineOf(1, null, '900000.00', { counts: false })])
    await agree()
    const approver = staffWith({ roles: ['Customer Transaction'], privileges: ['Approve Requests'] })
    const { rows } = (await app.call(listApprovals, { Search: { MembershipNo, Status: 'Pending' } }, approver)).body
    await app.call(approveRequest, { ApprovalId: rows[0]!.ApprovalId }, approver)
    expect(await soldOf('SLHAND')).toEqual([lineOf(1, MembershipNo, '900000.00')])
    await agree()
  })

  test('lines of sales for reports: have the right brand after staff correct a misspelt one', async () => {
    const newSale = await sell((await member(app.db)).MembershipNo, undefined, { Brand: 'Aurelai' })
    expect((await soldOf(newSale))[1]).toMatchObject({ brand: 'Aurelai' })
    const settled = await app.call(mapSaleLine, { InvoiceNo: newSale, SequenceNo: 2, Brand: 'Aurelia' } as never, hq)
    expect(settled.status).toBe(200)
    expect((await soldOf(newSale))[1]).toMatchObject({ brand: 'Aurelia' })
    await agree()
  })
})

describe('reconciliation of the lines of sales', () => {
  test.each([
    ['a wrong amount', 'Amount of sold line', 'update sold_line set net_amount = net_amount + 5', '200', '205'],
    ['a wrong brand', 'Sold line', `update sold_line set brand = 'Other'`, '1', '0'],
    ['a wrong day', 'Sold line', 'update sold_line set business_date = business_date - 1', '1', '0'],
    ['a missing line', 'Amount of sold line', 'delete from sold_line', '200', '0'],
  ] as const)(
    'reconciliation of the lines of sales: finds %s and names the sale and line',
    async (_, CheckName, change, Expected, Found) => {
      const newSale = await sell((await member(app.db)).MembershipNo)
      const [before] = await app.sql<{ row: string }>(
        'select to_jsonb(s) as row from sold_line s join transaction_summary using (transaction_id) where invoice_no = $1 and sequence_no = 2',
        newSale,
      )
      const where =
        'where sequence_no = 2 and transaction_id = (select transaction_id from transaction_summary where invoice_no = $1)'
      await app.sql(`${change} ${where}`, newSale)
      await reconcileLedger(jobContext(app))
      const { rows } = (await app.call(listReconciliationDifferences, { Search: { CheckName } }, hq)).body
      expect(rows).toMatchObject([{ CheckName, InvoiceNo: newSale, Reference: '2', Expected, Found }])
      await app.sql(`delete from sold_line ${where}`, newSale)
      await app.sql('insert into sold_line select * from jsonb_populate_record(null::sold_line, $1)', before!.row)
      await agree()
    },
  )
})
