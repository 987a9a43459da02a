import { beforeAll } from 'vitest'
import { columns, MARCH, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { customerTransactionReport } from '../customer-transaction/contract.ts'
import { inactiveMemberReport } from '../inactive-member/contract.ts'
import { reactiveMemberReport } from '../reactive-member/contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
beforeAll(async () => void (await reportCompany(app)))

const names = (rows: object[]) => columns(rows as never, 'CustomerName').flat()

testSetting(
  app,
  'reports.yearsMost',
  [
    [2, 400],
    [4, 200],
  ],
  async () => {
    const long = { TransactionDateFrom: '2022-03-01', TransactionDateTo: '2026-03-01' }
    return (await app.call(customerTransactionReport.call, long as never)).status
  },
)

// The member joined in December 2024 and bought on 10 January 2025 and in March 2026.
// Of each pair of results below, the second is from a report with its own filter Months.
const makeInactive = async () => {
  await app.sql(`update membership set join_date = '2024-12-01' where card_category_code = 'SILVER'`)
  await app.sql(
    `update transaction_summary set performed_at = '2025-01-10T04:00:00Z', business_date = '2025-01-10' where invoice_no = 'A'`,
  )
}

testSetting(
  app,
  'reports.reactiveMonths',
  [
    [24, [[], []]],
    [12, [['TAN MEI'], []]],
  ],
  async () => {
    await makeInactive()
    const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
    return [
      names((await run(app, reactiveMemberReport, march)).rows),
      names((await run(app, reactiveMemberReport, { ...march, Months: 20 })).rows),
    ]
  },
)

testSetting(
  app,
  'reports.inactiveMonths',
  [
    [24, [false, false]],
    [12, [true, false]],
  ],
  async () => {
    await makeInactive()
    app.clock.set('2027-06-12T04:00:00Z')
    const isListed = async (query: object) =>
      names((await run(app, inactiveMemberReport, query)).rows).includes('TAN MEI')
    return [await isListed({}), await isListed({ Months: 24 })]
  },
)
