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
  /** To and from other places: more came than went, or less. */
  StockMoved: z.int(),
  /** What counting found more, or less. */
  StockCounted: z.int(),
  /** After the last day. */
  StockEnd: z.int(),
  /** Now. */
  QtyReserved: z.int(),
  QtyAvailable: z.int(),
}

const row = {
  InventoryId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  /** Null: head office's pool. */
  OutletCode: z.string().nullable(),
  ...stock,
  ReorderLevel: z.int(),
  LowYN: YN,
}

export const giftStock = report('giftStock', {
  summary: 'The stock of each reward at each place before and after the days, what came, was handed over and moved',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, RewardCode: upperFilter, OutletCode: upperFilter, LowYN: YN },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'InventoryId',
  totals: { ...stock, Low: z.int() },
  sort: sortable(row, 'RewardCode'),
  direction: 'ASC',
  about: ['reward stock', 'reward', 'customer reward'],
})
