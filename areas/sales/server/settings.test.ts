import { beforeAll } from 'vitest'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { addTransaction, assignSale } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const manager = staffWith({ roles: ['Customer Transaction'] })
beforeAll(async () => {
  const { staffId } = await app.token(manager)
  await app.sql(`update staff set staff_type = 'Outlet Manager' where staff_id = $1`, staffId)
})

let invoices = 0
const sell = async (price: string, more: object = {}, as: Caller = outletStaff) => {
  const InvoiceNo = `SETTING${++invoices}`
  const sale = { TransactionType: 'N', InvoiceNo, OutletCode: 'KLCC', Details: [line(price)], ...more }
  return (await app.call(addTransaction, sale as never, as)).body
}
/** Returns the approval statuses of a sale of 50.00 and of a sale of 50.01. */
const approvalStatuses = (as: Caller) => async () => {
  const statuses = []
  for (const price of ['50.00', '50.01'])
    statuses.push((await sell(price, { MembershipNo: (await member(app.db)).MembershipNo }, as)).ApprovalStatus)
  return statuses
}

testSetting(
  app,
  'sales.daysToAssign',
  [
    [31, 409],
    [32, 200],
  ],
  async () => {
    const { InvoiceNo } = await sell('1000', { PerformedAt: '2026-10-20T10:00:00' })
    const { MembershipNo } = await member(app.db)
    return (await app.call(assignSale, { InvoiceNo, MembershipNo }, outletStaff)).status
  },
)

testSetting(
  app,
  'sales.manualLimitStaff',
  [
    ['50.00', [null, 'Pending']],
    ['50.01', [null, null]],
    ['49.99', ['Pending', 'Pending']],
  ],
  approvalStatuses(outletStaff),
)

testSetting(
  app,
  'sales.manualLimitManager',
  [
    ['50.00', [null, 'Pending']],
    ['50.01', [null, null]],
    ['49.99', ['Pending', 'Pending']],
  ],
  approvalStatuses(manager),
)

testSetting(
  app,
  'customers.outletByFirstPurchase',
  [
    ['Y', 'KLCC'],
    ['N', 'PAV'],
  ],
  async () => {
    const { CustomerId, MembershipNo } = await member(app.db, { outlet: 'PAV' })
    await sell('100', { MembershipNo }, hq)
    return (await app.call(getCustomer, { CustomerId }, hq)).body.RegisteredOutletCode
  },
)
