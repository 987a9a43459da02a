import { rewardStockPath } from '#areas/rewards/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { giftStock } from './contract.ts'

export const page = reportPage(giftStock, {
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
