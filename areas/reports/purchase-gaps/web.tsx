import { MemberType } from '#areas/customers/contract/customers.ts'
import { reportPage } from '../web/engine/page.ts'
import { purchaseGaps } from './contract.ts'

export const page = reportPage(purchaseGaps, {
  columns: ['Gap', 'RepeatPurchases', 'Buyers', 'Share', 'Cumulative'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberType: MemberType.options,
  },
  figures: ['RepeatPurchases', 'Buyers', 'MedianDays', 'MeanDays'],
  chart: () => ({ kind: 'bar', title: 'reports:purchaseGapsChart', label: 'Gap', figures: ['RepeatPurchases'] }),
  empty: () => 'reports:emptyData',
  meanings: ['gap', 'purchaseDay'],
})
