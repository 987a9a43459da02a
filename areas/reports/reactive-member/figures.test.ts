import { beforeAll, expect, test } from 'vitest'
import { columns, MARCH, ofPavilion, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { reactiveMember } from './contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
beforeAll(async () => void (await reportCompany(app)))

test('the reactive member report tells who bought again after so many months, and of how many who were silent', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
  expect((await run(app, reactiveMember, march)).rows).toEqual([])
  // Mei's sale of 28 February is moved to January of the year before.
  await app.sql(`update membership set join_date = '2024-12-01' where card_category_code = 'SILVER'`)
  await app.sql(
    `update transaction_summary set performed_at = '2025-01-10T04:00:00Z', business_date = '2025-01-10' where invoice_no = 'A'`,
  )
  const { rows, Totals } = await run(app, reactiveMember, { ...march, Months: 12 })
  expect(columns(rows, 'CustomerName', 'PreviousPurchase', 'ReturnedOn', 'GapDays', 'InvoiceNo', 'Net')).toEqual([
    ['TAN MEI', '2025-01-10', '2026-03-01', 415, 'B', '250.50'],
  ])
  expect(Totals).toEqual({ Members: 1, Net: '250.50', InactiveBefore: 1, ReturnShare: '100.0' })
  expect((await run(app, reactiveMember, { ...march, Months: 12 }, ofPavilion)).rows).toEqual([])
  expect((await run(app, reactiveMember, { ...march, Months: 14 })).rows).toEqual([])
})
