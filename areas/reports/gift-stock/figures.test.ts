import { beforeAll, expect, test } from 'vitest'
import { columns, pavilionStaff, REPORT_TIME, run } from '#tests/factories/reports.ts'
import { reward } from '#tests/factories/rewards.ts'
import { useApp } from '#tests/harness.ts'
import { giftStockReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  const gift = await reward(app.db, { Name: 'Silver spoon' })
  const addInventory = async (outlet: string | null) => {
    const [created] = await app.sql<{ id: number }>(
      `insert into reward_inventory (reward_id, building_id, reorder_level)
       values ($1, (select building_id from building where code = $2), 6) returning inventory_id::int as id`,
      ...[gift.RewardId, outlet],
    )
    return created!.id
  }
  const addMovement = (inventoryId: number, type: string, onHand: number, at: string, other: number | null = null) =>
    app.sql(
      `insert into reward_movement (inventory_id, movement_type, on_hand, issued, other_inventory_id, reference_code, moved_by, moved_at)
       values ($1, $2, $3, case when $2 in ('Issue', 'Return') then -($3::int) else 0 end, $4, case when $2 in ('Issue', 'Return') then 'RW00000000001' end, 'AMINAH', $5)`,
      ...[inventoryId, type, onHand, other, at],
    )
  const [pool, pav] = [await addInventory(null), await addInventory('PAV')]
  await addMovement(pool, 'Receive', 100, '2026-02-10T04:00:00Z')
  await addMovement(pool, 'Issue', -1, '2026-02-28T15:50:00Z')
  await addMovement(pool, 'Issue', -3, '2026-02-28T16:10:00Z')
  await addMovement(pool, 'Return', 1, '2026-03-02T04:00:00Z')
  await addMovement(pool, 'Transfer', -10, '2026-03-03T04:00:00Z', pav)
  await addMovement(pav, 'Transfer', 10, '2026-03-03T04:00:00Z', pool)
  await addMovement(pav, 'Count adjust', -4, '2026-03-10T04:00:00Z')
  await addMovement(pool, 'Issue', -2, '2026-03-15T04:00:00Z')
})

test('gift stock report: shows the stock before and after the period and the movements between', async () => {
  const listStock = async (input: object, as?: typeof pavilionStaff) =>
    columns(
      (await run(app, giftStockReport, input, as)).rows,
      ...[
        'OutletCode',
        'StockStart',
        'StockReceived',
        'StockIssued',
        'StockReturned',
        'StockMoved',
        'StockCounted',
        'StockEnd',
      ],
    )
  const firstHalf = { DateFrom: '2026-03-01', DateTo: '2026-03-10' }
  expect(await listStock(firstHalf)).toEqual([
    [null, 99, 0, 3, 1, -10, 0, 87],
    ['PAV', 0, 0, 0, 0, 10, -4, 6],
  ])
  expect(await listStock({ DateFrom: '2026-02-01', DateTo: '2026-02-28' })).toEqual([
    [null, 0, 100, 1, 0, 0, 0, 99],
    ['PAV', 0, 0, 0, 0, 0, 0, 0],
  ])
  expect(await listStock(firstHalf, pavilionStaff)).toEqual([['PAV', 0, 0, 0, 0, 10, -4, 6]])
  expect((await run(app, giftStockReport, firstHalf)).Totals).toEqual({
    StockStart: 99,
    StockReceived: 0,
    StockIssued: 3,
    StockReturned: 1,
    StockMoved: 0,
    StockCounted: -4,
    StockEnd: 93,
    QtyReserved: 0,
    QtyAvailable: 91,
    Low: 1,
  })
  expect(await listStock({ ...firstHalf, LowYN: 'Y' })).toHaveLength(1)
})
