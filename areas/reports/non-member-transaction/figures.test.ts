import { beforeAll, describe, expect, test } from 'vitest'
import { AT, columns, MARCH, ofPavilion, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { nonMemberTransaction } from './contract.ts'

const app = useApp({ at: AT })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('the non-member transaction report', () => {
  test('tells sales to strangers, and how many of all sales they are', async () => {
    const { rows, Totals } = await run(app, nonMemberTransaction, march)
    expect(columns(rows, 'InvoiceNo', 'OutletCode', 'Goods', 'Net')).toEqual([['W', 'KLCC', 'GOLD', '999.00']])
    // One of B, E, W, C and D.
    expect(Totals).toEqual({ Sales: 1, Cancellations: 0, Net: '999.00', ShareOfSales: '20.0' })
  })

  test('keeps to the outlet, and amounts from those who may not see them', async () => {
    expect((await run(app, nonMemberTransaction, march, ofPavilion)).rows).toEqual([])
    const { rows, Totals } = await run(app, nonMemberTransaction, march, withoutAmounts)
    expect(columns(rows, 'InvoiceNo', 'Net')).toEqual([['W', null]])
    expect(Totals.ShareOfSales).toBe('25.0')
  })
})
