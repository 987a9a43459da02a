import { beforeAll, describe, expect, test } from 'vitest'
import { approveRequest, listApprovals, rejectRequest } from '#areas/approvals/contract.ts'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { awardSalePoints } from '#areas/points/contract.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { addTransaction, assignSale } from '../contract.ts'

// With the setting on, the outlet of the first purchase becomes the customer's outlet, however the sale was linked.

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const seller = staffWith({ roles: ['Customer Transaction', 'Customer'] })

beforeAll(async () => {
  await addEarningRules(app.db)
  await app.call(updateSetting, { Name: 'customers.outletByFirstPurchase', Version: 0, Value: 'Y' })
})

let invoices = 0
const memberOfPavilion = () => member(app.db, { outlet: 'PAV' })
const outletOf = async (CustomerId: number) =>
  (await app.call(getCustomer, { CustomerId }, hq)).body.RegisteredOutletCode
async function enterSale(price: string, MembershipNo?: string) {
  const InvoiceNo = `FIRST${++invoices}`
  const sale = { TransactionType: 'N', InvoiceNo, OutletCode: 'KLCC', MembershipNo, Details: [line(price)] }
  expect((await app.call(addTransaction, sale as never, MembershipNo ? hq : outletStaff)).status).toBe(201)
  return InvoiceNo
}
describe('outlet of the first purchase', () => {
  test('outlet of the first purchase: if a walk-in sale is assigned to a customer, its outlet becomes the customer’s outlet', async () => {
    const { CustomerId, MembershipNo } = await memberOfPavilion()
    expect((await app.call(assignSale, { InvoiceNo: await enterSale('100'), MembershipNo }, hq)).status).toBe(200)
    expect(await outletOf(CustomerId)).toBe('KLCC')
  })

  test('outlet of the first purchase: if a walk-in sale is awarded to a customer, its outlet becomes the customer’s outlet', async () => {
    const { CustomerId, MembershipNo } = await memberOfPavilion()
    expect(
      await app.call(awardSalePoints, { InvoiceNo: await enterSale('100'), MembershipNo } as never, hq),
    ).toMatchObject({
      status: 201,
    })
    expect(await outletOf(CustomerId)).toBe('KLCC')
  })

  test.each([
    ['is set by the approval', approveRequest, 'KLCC'],
    ['is not set by the rejection', rejectRequest, 'PAV'],
  ] as const)(
    'outlet of the first purchase: for a pending sale, the customer’s outlet %s',
    async (_, decide, outlet) => {
      const { CustomerId, MembershipNo } = await memberOfPavilion()
      await app.call(lookupMember, { Typed: MembershipNo }, seller)
      const sale = { TransactionType: 'N', InvoiceNo: `FIRST${++invoices}`, MembershipNo, Details: [line('900000')] }
      expect((await app.call(addTransaction, sale as never, seller)).body).toMatchObject({ ApprovalStatus: 'Pending' })
      expect(await outletOf(CustomerId)).toBe('PAV')
      const { body } = await app.call(listApprovals, { Search: { MembershipNo, Status: 'Pending' } }, hq)
      const { ApprovalId } = body.rows[0]!
      expect((await app.call(decide, { ApprovalId, Remark: 'Looked at' } as never, hq)).status).toBe(200)
      expect(await outletOf(CustomerId)).toBe(outlet)
    },
  )

  test('outlet of the first purchase: a second purchase does not change the customer’s outlet', async () => {
    const { CustomerId, MembershipNo } = await memberOfPavilion()
    const sale = { TransactionType: 'N', InvoiceNo: `FIRST${++invoices}`, OutletCode: 'PAV', MembershipNo }
    expect((await app.call(addTransaction, { ...sale, Details: [line('100')] } as never, hq)).status).toBe(201)
    await app.call(assignSale, { InvoiceNo: await enterSale('100'), MembershipNo }, hq)
    expect(await outletOf(CustomerId)).toBe('PAV')
  })
})
