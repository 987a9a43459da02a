import { MemberType } from '#areas/customers/contract/customers.ts'
import { createReportPage } from '../web/engine/page.ts'
import { purchaseGapsReport } from './contract.ts'

export const purchaseGapsPage = createReportPage(purchaseGapsReport, {
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
