import { MemberType } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { createReportPage } from '../web/engine/page.ts'
import { repeatCustomerReport } from './contract.ts'

export const repeatCustomerPage = createReportPage(repeatCustomerReport, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'RegisteredOutletCode',
    'Visits',
    { field: 'FirstPurchase', as: 'date' },
    { field: 'LastPurchase', as: 'date' },
    'AverageDays',
    'Net',
  ],
  optional: ['Average'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberType: MemberType.options,
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
    MinimumPurchase: 'text',
    MinimumVisits: 'text',
  },
  figures: ['Buyers', 'Repeaters', 'RepeatRate', 'Once', 'Twice', 'ThreeTimes', 'MoreOften'],
  ticked: [],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['buying', 'net'],
})
