import { beforeAll, expect, test } from 'vitest'
import { AT, type Company, columns, MARCH, ofPavilion, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { premiumGift, premiumGiftTotals } from './contract.ts'

const app = useApp({ at: AT })
let gifts: Company
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

test('its totals tell of each reward and outlet what was redeemed and how many are left', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
  const figures = ['Redeemed', 'Collected', 'Waiting', 'Cancelled', 'Points', 'StockLeft'] as const
  for (const [outlet, pieces] of [
    ['KLCC', 7],
    ['PAV', 4],
  ] as const) {
    const [place] = await app.sql<{ id: number }>(
      `insert into reward_inventory (reward_id, building_id, reorder_level)
       values ($1, (select building_id from building where code = $2), 1) returning inventory_id::int as id`,
      ...[gifts.gift.RewardId, outlet],
    )
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, issued, moved_by, moved_at)
       values ($1, 'Receive', $2, 0, 'AMINAH', '2026-02-10T04:00:00Z')`,
      ...[place!.id, pieces],
    )
  }
  const by = async (TotalsBy: 'Reward' | 'Outlet', as?: typeof ofPavilion) =>
    (await run(app, premiumGiftTotals, { ...march, TotalsBy }, as)).rows
  expect(columns(await by('Reward'), 'Key', 'Value', ...figures)).toEqual([
    [gifts.gift.Code, 'Silver spoon', 2, 0, 1, 1, 10, 11],
  ])
  expect(columns(await by('Outlet'), 'Value', 'Redeemed', 'Waiting', 'Cancelled', 'StockLeft')).toEqual([
    ['KLCC', 2, 1, 1, 7],
  ])
  expect(await by('Reward', ofPavilion)).toEqual([])
})
