import { beforeAll, beforeEach, expect, test } from 'vitest'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { columns, MARCH, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { customerTransaction } from '../customer-transaction/contract.ts'
import { inactiveMember } from '../inactive-member/contract.ts'
import { reactiveMember } from '../reactive-member/contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
beforeAll(async () => void (await reportCompany(app)))
beforeEach(() => app.sql('delete from setting'))

const set = (Name: `reports.${'yearsMost' | 'inactiveMonths' | 'reactiveMonths'}`, Value: number) =>
  app.call(updateSetting, { Name, Version: 0, Value })
const names = (rows: object[]) => columns(rows as never, 'CustomerName').flat()

test('a report spans as many years as the company allows', async () => {
  const long = { TransactionDateFrom: '2022-03-01', TransactionDateTo: '2026-03-01' }
  const asked = () => app.call(customerTransaction.call, long as never)
  expect((await asked()).refusal).toMatchObject({ code: 'reports.too_long', params: { Years: 2 } })
  await set('reports.yearsMost', 4)
  expect((await asked()).status).toBe(200)
})

test('who counts as inactive, and as come back, follows the company’s months where the report names none', async () => {
  await app.sql(`update membership set join_date = '2024-12-01' where card_category_code = 'SILVER'`)
  await app.sql(
    `update transaction_summary set performed_at = '2025-01-10T04:00:00Z', business_date = '2025-01-10' where invoice_no = 'A'`,
  )
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
  expect((await run(app, reactiveMember, march)).rows).toEqual([])
  await set('reports.reactiveMonths', 12)
  expect(names((await run(app, reactiveMember, march)).rows)).toEqual(['TAN MEI'])
  expect((await run(app, reactiveMember, { ...march, Months: 20 })).rows).toEqual([])

  app.clock.set('2027-06-12T04:00:00Z')
  expect((await run(app, inactiveMember, {})).rows).toEqual([])
  await set('reports.inactiveMonths', 12)
  expect(names((await run(app, inactiveMember, {})).rows)).toContain('TAN MEI')
  expect((await run(app, inactiveMember, { Months: 24 })).rows).toEqual([])
})
