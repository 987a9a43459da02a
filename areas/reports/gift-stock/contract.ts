import { z } from 'zod'
import { DateOnly, Id, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

const stock = {
  /** Stock before the first day of the period. */
  StockStart: z.int(),
  StockReceived: z.int(),
  /** Number of items handed over to members. */
  StockIssued: z.int(),
  StockReturned: z.int(),
  /** Net number of items transferred from other locations. */
  StockMoved: z.int(),
  /** Net difference booked by stock counts. */
  StockCounted: z.int(),
  /** Stock after the last day of the period. */
  StockEnd: z.int(),
  /** Currently reserved quantity. */
  QtyReserved: z.int(),
  QtyAvailable: z.int(),
}

const row = {
  InventoryId: Id,
  RewardCode: z.string(),
  RewardName: z.string(),
  /** Null for head office's pool. */
  OutletCode: z.string().nullable(),
  ...stock,
  ReorderLevel: z.int(),
  LowYN: YN,
}

export const giftStock = declareReport('giftStock', {
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
  sort: sortable(row, 'RewardCode'),
  direction: 'ASC',
  about: ['reward stock', 'reward', 'customer reward'],
})
