import { beforeAll, expect, test } from 'vitest'
import { approveRequest, listApprovals } from '#areas/approvals/contract.ts'
import { awardSalePoints, getPointBalance, redeemPoints } from '#areas/points/contract.ts'
import { addTransaction, addTransactionDetail, assignSale, confirmSaleLine } from '#areas/sales/contract.ts'
import { addEarningRules, checkLedger, line, member } from './factories/sales.ts'
import { hq, staffWith, systemWith, useApp } from './harness.ts'

// A user with an ordinary outlet account tries to gain points from sales that never happened.
// Each test is one attempt, after which the member must have no points to spend.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const roles = [
  'Dashboard',
  'Customer',
  'Claim Rewards',
  'Collect Rewards',
  'Redeem Rewards',
  'Customer Transaction',
  'Feedback',
] as const
const thief = staffWith({ roles })
// The thief is a member, and has the privilege to decide approvals.
const manager = staffWith({ roles, privileges: ['Approve Requests'] })
const till = systemWith('sales:write', 'sales:cancel')

let invoices = 0
const sale = (MembershipNo: string | null, price: string, more: object = {}) =>
  ({
    TransactionType: 'N',
    InvoiceNo: `THIEF${++invoices}`,
    OutletCode: 'KLCC',
    MembershipNo,
    Details: [line(price)],
    ...more,
  }) as never
const redeem = (MembershipNo: string, Points: number) =>
  app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `R${++invoices}` }, thief)
const spendable = async (MembershipNo: string) => (await app.call(getPointBalance, { MembershipNo }, hq)).body.Available

beforeAll(() => addEarningRules(app.db))

test('fraud: a manual sale of 900,000 waits for approval, and its points cannot be redeemed before', async () => {
  const { MembershipNo } = await member(app.db)
  expect((await app.call(addTransaction, sale(MembershipNo, '900000'), thief)).body.ApprovalStatus).toBe('Pending')
  expect((await redeem(MembershipNo, 90_000)).status).toBe(409)
  expect((await redeem(MembershipNo, 1)).status).toBe(409)
})

test('fraud: outlet staff cannot add a line of 70,000 to a till’s sale of 100', async () => {
  const { MembershipNo } = await member(app.db)
  const { InvoiceNo } = (await app.call(addTransaction, sale(MembershipNo, '100'), till)).body
  expect((await app.call(addTransactionDetail, { InvoiceNo, ...line('70000') } as never, thief)).status).toBe(403)
  expect(await spendable(MembershipNo)).toBe(10)
})

test('fraud: outlet staff cannot add a line of 70,000 to their own manual sale of 100', async () => {
  const { MembershipNo } = await member(app.db)
  const { InvoiceNo } = (await app.call(addTransaction, sale(MembershipNo, '100'), thief)).body
  expect((await app.call(addTransactionDetail, { InvoiceNo, ...line('70000') } as never, thief)).status).toBe(409)
  expect(await spendable(MembershipNo)).toBe(10)
})

test('fraud: of twelve manual sales of 15,000 on different dates, only one earns points without approval', async () => {
  const { MembershipNo } = await member(app.db)
  await Promise.all(
    Array.from({ length: 12 }, (_, day) =>
      app.call(
        addTransaction,
        sale(MembershipNo, '15000', { PerformedAt: `2026-11-${String(day + 1).padStart(2, '0')}T12:00:00` }),
        thief,
      ),
    ),
  )
  expect(await spendable(MembershipNo)).toBe(1_500)
})

test('fraud: a walk-in sale of 900,000 cannot be assigned without approval, and cannot be awarded', async () => {
  const { MembershipNo } = await member(app.db)
  const first = (await app.call(addTransaction, sale(null, '900000'), thief)).body.InvoiceNo
  expect((await app.call(assignSale, { InvoiceNo: first, MembershipNo }, thief)).body.ApprovalStatus).toBe('Pending')
  const second = (await app.call(addTransaction, sale(null, '900000'), thief)).body.InvoiceNo
  expect((await app.call(awardSalePoints, { InvoiceNo: second, MembershipNo }, thief)).status).toBe(409)
  expect(await spendable(MembershipNo)).toBe(0)
})

test('fraud: the requester of a large sale cannot approve the sale', async () => {
  const { MembershipNo } = await member(app.db)
  await app.call(addTransaction, sale(MembershipNo, '900000'), manager)
  const { rows } = (await app.call(listApprovals, { Search: { MembershipNo } }, manager)).body
  expect(rows).toMatchObject([{ OwnYN: 'Y', MayDecideYN: 'N' }])
  expect((await app.call(approveRequest, { ApprovalId: rows[0]!.ApprovalId }, manager)).status).toBe(403)
  expect(await spendable(MembershipNo)).toBe(0)
})

test('fraud: a manual line with a price of 100 and a net amount of 9,999 is refused', async () => {
  const { MembershipNo } = await member(app.db)
  expect(
    (await app.call(addTransaction, sale(MembershipNo, '1', { Details: [line('100', { NetAmount: '9999' })] }), thief))
      .status,
  ).toBe(409)
  expect(await spendable(MembershipNo)).toBe(0)
})

test('fraud: staff cannot enter a sale of their own membership or confirm a till’s sale to it', async () => {
  const { MembershipNo, CustomerId } = await member(app.db)
  await app.call(addTransaction, sale(null, '1'), thief)
  await app.sql(
    `update staff set contact_no = (select contact_no from customer where customer_id = $1)
     where staff_id = (select a.staff_id from user_account a join transaction_summary t on t.created_by_id = a.user_id where t.invoice_no = $2)`,
    CustomerId,
    `THIEF${invoices}`,
  )
  expect((await app.call(addTransaction, sale(MembershipNo, '100'), thief)).status).toBe(403)
  const wrong = sale(MembershipNo, '100', { Details: [line('100', { NetAmount: '9999' })] })
  const { InvoiceNo } = (await app.call(addTransaction, wrong, till)).body
  expect((await app.call(confirmSaleLine, { InvoiceNo, SequenceNo: 1, Remark: 'Fine' }, thief)).status).toBe(403)
  expect(await spendable(MembershipNo)).toBe(0)
  expect(await checkLedger(app.db, MembershipNo)).toMatchObject({ agree: true })
})
