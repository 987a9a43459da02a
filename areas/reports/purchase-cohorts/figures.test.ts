import { beforeAll, describe, expect, test } from 'vitest'
import { makePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
import { ALL, AT, columns, ofPavilion, reportCompany, run } from '#tests/factories/reports.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { purchaseCohorts } from './contract.ts'

const app = useApp({ at: AT })
beforeAll(async () => void (await reportCompany(app)))

const all = { DateFrom: ALL[0], DateTo: ALL[1] }

describe.each([
  ['read from the sales', async () => {}],
  ['kept by day', () => makePurchaseDays(jobContext(app))],
])('with purchase days %s', (_, made) => {
  beforeAll(made)

  test('customers stand in the month of their first purchase, with who bought in the months after it', async () => {
    const { rows, Totals } = await run(app, purchaseCohorts, all)
    // Mei began on 28 February, at half past eleven in the evening, and bought in March; Ali began in March; April has not come.
    expect(
      columns(rows, 'FirstMonth', 'Buyers', 'Repeaters', 'RepeatRate', 'Month1', 'Month2', 'Month12', 'Kept'),
    ).toEqual([
      ['2026-02', 1, 1, '100.0', '100.0', null, null, '750.50'],
      ['2026-03', 1, 0, '0.0', null, null, null, '300.00'],
    ])
    expect(Totals).toEqual({ Members: null, Buyers: 2, Repeaters: 1, RepeatRate: '50.0', Kept: '1050.50' })
  })

  test('months count whole; an outlet sees who began there', async () => {
    const months = async (input: object, as?: typeof ofPavilion) =>
      columns((await run(app, purchaseCohorts, { ...all, ...input }, as)).rows, 'FirstMonth').flat()
    expect(await months({ DateFrom: '2026-02-28', DateTo: '2026-03-01' })).toEqual(['2026-02', '2026-03'])
    expect(await months({ DateFrom: '2026-03-01' })).toEqual(['2026-03'])
    expect(await months({}, ofPavilion)).toEqual(['2026-03'])
  })

  test('by joining, all who joined in a month are its customers, with who of them bought after it', async () => {
    const joined = async (input: object, as?: typeof ofPavilion) =>
      run(app, purchaseCohorts, { ...all, CohortBy: 'Joined', ...input }, as)
    const { rows, Totals } = await joined({})
    // Mei joined in February and bought in March too; Ali and Siti joined in March, and all that Siti bought came back.
    const figures = ['FirstMonth', 'Members', 'Buyers', 'Repeaters', 'RepeatRate', 'Month1', 'Month2', 'Kept']
    expect(columns(rows, ...figures)).toEqual([
      ['2026-02', 1, 1, 1, '100.0', '100.0', null, '750.50'],
      ['2026-03', 2, 1, 0, '0.0', null, null, '300.00'],
    ])
    expect(Totals).toEqual({ Members: 3, Buyers: 2, Repeaters: 1, RepeatRate: '50.0', Kept: '1050.50' })
    expect(columns((await joined({ MemberType: 'Non-Premium Member' })).rows, ...figures)).toEqual([
      ['2026-03', 1, 0, 0, null, null, null, '0.00'],
    ])
    expect(columns((await joined({}, ofPavilion)).rows, ...figures)).toEqual([
      ['2026-03', 1, 1, 0, '0.0', null, null, '300.00'],
    ])
  })
})
