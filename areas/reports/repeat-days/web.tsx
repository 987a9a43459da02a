import { MemberType } from '#areas/customers/contract/customers.ts'
import { formatPoints } from '#kit/web/format.ts'
import { reportPage } from '../web/engine/page.ts'
import { repeatDays } from './contract.ts'

export const page = reportPage(repeatDays, {
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
