import { beforeAll, expect, test } from 'vitest'
import { AT, columns, MARCH, ofPavilion, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { premiumGift } from './contract.ts'

const app = useApp({ at: AT })
let gifts: { kept: string; cancelled: string }
beforeAll(async () => {
  gifts = await reportCompany(app)
})

test('the premium gift listing tells what was redeemed, what waits and what was cancelled', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1], SortOption: 'ReferenceCode', SortDirection: 'ASC' as const }
  const { rows, Totals } = await run(app, premiumGift, march)
  expect(columns(rows, 'ReferenceCode', 'RewardName', 'CustomerName', 'Points', 'Status', 'DaysWaiting')).toEqual(
    [
      [gifts.kept, 'Silver spoon', 'TAN MEI', 10, 'Active', 0],
      [gifts.cancelled, 'Silver spoon', 'TAN MEI', 10, 'Cancelled', null],
    ].sort(([one], [other]) => String(one).localeCompare(String(other))),
  )
  expect(Totals).toEqual({ Redeemed: 2, Collected: 0, Waiting: 1, Cancelled: 1, Points: 10 })
  expect(columns((await run(app, premiumGift, { ...march, Status: 'Active' })).rows, 'ReferenceCode')).toEqual([
    [gifts.kept],
  ])
  expect((await run(app, premiumGift, march, ofPavilion)).rows).toEqual([])
})
