import { beforeAll, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { recentSales } from '../contract/recent-sales.ts'
import { addTransaction } from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(() => addEarningRules(app.db))

test('recent sales: staff of an outlet that looked the member up see the member’s last sales, net of returns', async () => {
  const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
  const seller = staffWith({ roles: ['Customer', 'Customer Transaction'] })
  expect(await app.call(recentSales, { MembershipNo }, seller)).toMatchObject({ status: 403 })
  await app.call(lookupMember, { Typed: MembershipNo }, seller)
  const sell = async (InvoiceNo: string, ...amounts: string[]) => {
    const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: amounts.map((amount) => line(amount)) }
    expect((await app.call(addTransaction, sale as never, seller)).status).toBe(201)
    app.clock.advance(60)
  }
  await sell('FIRST', '3500.00')
  await sell('SECOND', '1000.00', '299.90')
  const back = {
    TransactionType: 'C',
    OriginalInvoiceNo: 'SECOND',
    Details: [{ OldSequenceNo: 2, Quantity: '1' }],
    Remarks: 'Wrong size',
  }
  expect((await app.call(addTransaction, back as never, seller)).status).toBe(201)

  const { Sales } = (await app.call(recentSales, { MembershipNo }, seller)).body

  expect(Sales).toMatchObject([
    { InvoiceNo: 'SECOND', NetAmount: '1000.00', Points: 100, ReturnedLines: 1, ReturnedOn: '2026-05-10' },
    { InvoiceNo: 'FIRST', NetAmount: '3500.00', Points: 350, ReturnedLines: 0, ReturnedOn: null },
  ])
  expect(Sales.map(({ Pieces }) => Pieces.length)).toEqual([2, 1])
  expect((await app.call(recentSales, { MembershipNo }, outletStaff)).status).toBe(403)
})
