import { z } from 'zod'
import { DateOnly, Id, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const stock = {
  /** Number of items in stock before the first day of the period. */
  StockStart: z.int(),
  StockReceived: z.int(),
  /** Number of items handed over to members in the period. */
  StockIssued: z.int(),
  StockReturned: z.int(),
  /** Net number of items that arrived from other locations or left for them. */
  StockMoved: z.int(),
  /** Net difference that stock counts added or removed. */
  StockCounted: z.int(),
  /** Number of items in stock after the last day of the period. */
  StockEnd: z.int(),
  /** Quantity that is reserved now. */
  QtyReserved: z.int(),
  QtyAvailable: z.int(),
}

const row = {
  InventoryId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  /** Code of the outlet; null for head office's stock. */
  OutletCode: z.string().nullable(),
  ...stock,
  ReorderLevel: z.int(),
  LowYN: YN,
}

export const giftStockReport = declareReport('giftStock', {
  summary: 'Lists stock of each reward and location before and after the period, with its movements',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    RewardCode: upperCaseFilter,
    OutletCode: upperCaseFilter,
    LowYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'InventoryId',
  totals: { ...stock, Low: z.int() },
  sort: listSortableColumns(row, 'RewardCode'),
  direction: 'ASC',
  about: ['reward stock', 'reward', 'customer reward'],
})
