import { z } from 'zod'
import { DateOnly, Id, upperFilter, YN } from '#kit/contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const stock = {
  /** Before the first day. */
  StockStart: z.int(),
  StockReceived: z.int(),
  /** Handed over to members. */
  StockIssued: z.int(),
  StockReturned: z.int(),
  /** Net transfers from other places. */
  StockMoved: z.int(),
  /** Net difference of stock counts. */
  StockCounted: z.int(),
  /** After the last day. */
  StockEnd: z.int(),
  /** Current. */
  QtyReserved: z.int(),
  QtyAvailable: z.int(),
}

const row = {
  InventoryId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  /** Null: head office. */
  OutletCode: z.string().nullable(),
  ...stock,
  ReorderLevel: z.int(),
  LowYN: YN,
}

export const giftStock = report('giftStock', {
  summary: 'Lists stock of each reward and location before and after the period, with its movements',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, RewardCode: upperFilter, OutletCode: upperFilter, LowYN: YN },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'InventoryId',
  totals: { ...stock, Low: z.int() },
  sort: sortable(row, 'RewardCode'),
  direction: 'ASC',
  about: ['reward stock', 'reward', 'customer reward'],
})
