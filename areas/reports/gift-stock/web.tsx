import { rewardStockPath } from '#areas/rewards/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { giftStockReport } from './contract.ts'

export const giftStockPage = createReportPage(giftStockReport, {
  columns: [
    { field: 'RewardName', second: 'RewardCode' },
    'OutletCode',
    'StockStart',
    'StockReceived',
    'StockIssued',
    'StockReturned',
    'StockEnd',
    'QtyReserved',
    'QtyAvailable',
    'LowYN',
  ],
  optional: ['StockMoved', 'StockCounted', 'ReorderLevel'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    RewardCode: 'capitals',
    LowYN: 'yes-no',
  },
  figures: ['StockStart', 'StockIssued', 'StockEnd', 'Low'],
  rowLink: () => rewardStockPath(),
  meanings: ['stock'],
})
