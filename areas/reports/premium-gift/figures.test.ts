import { beforeAll, expect, test } from 'vitest'
import {
  type Company,
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
} from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { premiumGiftReport, premiumGiftTotalsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

test('premium gift report: lists gifts that were redeemed, await collection or were cancelled', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1], SortOption: 'ReferenceCode', SortDirection: 'ASC' as const }
  const { rows, Totals } = await run(app, premiumGiftReport, march)
  expect(columns(rows, 'ReferenceCode', 'RewardName', 'CustomerName', 'Points', 'Status', 'DaysWaiting')).toEqual(
    [
      [company.redeemed, 'Silver spoon', 'TAN MEI', 10, 'Active', 0],
      [company.cancelled, 'Silver spoon', 'TAN MEI', 10, 'Cancelled', null],
    ].sort(([one], [other]) => String(one).localeCompare(String(other))),
  )
  expect(Totals).toEqual({ Redeemed: 2, Collected: 0, Waiting: 1, Cancelled: 1, Points: 10 })
  expect(columns((await run(app, premiumGiftReport, { ...march, Status: 'Active' })).rows, 'ReferenceCode')).toEqual([
    [company.redeemed],
  ])
  expect((await run(app, premiumGiftReport, march, pavilionStaff)).rows).toEqual([])
})

test('premium gift totals: show redemptions and remaining stock by reward and outlet', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
  const figures = ['Redeemed', 'Collected', 'Waiting', 'Cancelled', 'Points', 'StockLeft'] as const
  for (const [outlet, pieces] of [
    ['KLCC', 7],
    ['PAV', 4],
  ] as const) {
    const [inventory] = await app.sql<{ id: number }>(
      `insert into reward_inventory (reward_id, building_id, reorder_level)
       values ($1, (select building_id from building where code = $2), 1) returning inventory_id::int as id`,
      ...[company.gift.RewardId, outlet],
    )
    await app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, issued, moved_by, moved_at)
       values ($1, 'Receive', $2, 0, 'AMINAH', '2026-02-10T04:00:00Z')`,
      ...[inventory!.id, pieces],
    )
  }
  const rowsBy = async (TotalsBy: 'Reward' | 'Outlet', as?: typeof pavilionStaff) =>
    (await run(app, premiumGiftTotalsReport, { ...march, TotalsBy }, as)).rows
  expect(columns(await rowsBy('Reward'), 'Key', 'Value', ...figures)).toEqual([
    [company.gift.Code, 'Silver spoon', 2, 0, 1, 1, 10, 11],
  ])
  expect(columns(await rowsBy('Outlet'), 'Value', 'Redeemed', 'Waiting', 'Cancelled', 'StockLeft')).toEqual([
    ['KLCC', 2, 1, 1, 7],
  ])
  expect(await rowsBy('Reward', pavilionStaff)).toEqual([])
})
