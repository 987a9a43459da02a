import { beforeAll, describe, expect, test } from 'vitest'
import { columns, ofPavilion, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { inactiveMember } from './contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
beforeAll(async () => {
  await reportCompany(app)
  // The last of its purchases that were kept: Mei 5 March, Ali 10 March; Siti brought hers back.
  app.clock.set('2028-03-12T04:00:00Z')
})

const members = async (input: object, as?: typeof ofPavilion) =>
  columns(
    (await run(app, inactiveMember, input, as)).rows,
    'CustomerName',
    'LastPurchase',
    'DaysSilent',
    'Visits',
    'LifetimeNet',
  )

describe('the inactive member report', () => {
  test('lists who has bought nothing for two years and joined before them, the longest silent first', async () => {
    expect(await members({})).toEqual([
      ['TAN MEI', '2026-03-05', 738, 3, '750.50'],
      ['ALI BIN ABU', '2026-03-10', 733, 1, '300.00'],
    ])
    const { Totals } = await run(app, inactiveMember, {})
    expect(Totals).toMatchObject({ Members: 2, UpToTwelve: 0, UpToTwentyFour: 0, Longer: 2, LifetimeNet: '1050.50' })
  })

  test('takes another number of months, an outlet and a balance, and keeps amounts from those who may not see them', async () => {
    expect(await members({ Months: 12 })).toHaveLength(3)
    expect(await members({}, ofPavilion)).toEqual([['ALI BIN ABU', '2026-03-10', 733, 1, '300.00']])
    expect(await members({ BalanceFrom: 1_000 })).toEqual([])
    expect((await members({}, withoutAmounts))[0]).toEqual(['TAN MEI', '2026-03-05', 738, 3, null])
  })
})
