import { MemberType } from '#areas/customers/contract/customers.ts'
import { formatPoints } from '#kit/web/format.ts'
import { createReportPage } from '../web/engine/page.ts'
import { repeatDaysReport } from './contract.ts'

export const repeatDaysPage = createReportPage(repeatDaysReport, {
  columns: [
    { field: 'RepeatDays', render: ({ RepeatDays }) => formatPoints(RepeatDays) },
    'Buyers',
    'Share',
    'AtLeast',
    'AtLeastShare',
    'Kept',
    'KeptPerBuyer',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberType: MemberType.options,
  },
  figures: ['Buyers', 'Repeaters', 'RepeatRate', 'Kept'],
  chart: () => ({ kind: 'bar', title: 'reports:repeatDaysChart', label: 'RepeatDays', figures: ['Buyers'] }),
  empty: () => 'reports:emptyData',
  meanings: ['purchaseDay'],
})
