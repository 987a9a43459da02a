import { MemberType } from '#areas/customers/contract/customers.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { formatMonth } from '#kit/web/format.ts'
import { createReportPage } from '../web/engine/page.ts'
import { MemberSalesBy, memberSalesReport } from './contract.ts'

export const memberSalesPage = createReportPage(memberSalesReport, {
  columns: ({ MemberSalesBy: by = 'Outlet' }) => [
    by === 'Month' ? { field: 'Value', render: ({ Value }) => Value && formatMonth(Value) } : 'Value',
    'ActiveMembers',
    'BuyingMembers',
    'NewBuyers',
    'Invoices',
    'Net',
    'NetBefore',
    'MemberShare',
  ],
  optional: ['Average', 'SalesPerMember', 'Frequency', 'PointsEarned', 'PointsReversed', 'PointsRedeemed'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberSalesBy: MemberSalesBy.options,
    MemberType: MemberType.options,
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
    OriginalDateYN: 'yes-no',
  },
  groupedBy: 'MemberSalesBy',
  opens: { MemberSalesBy: 'Outlet' },
  figures: ['ActiveMembers', 'BuyingMembers', 'NewBuyers', 'Net', 'NetBefore', 'SalesPerMember'],
  chart: ({ MemberSalesBy: by }) => ({
    kind: by === 'Month' ? 'line' : 'bar',
    title: 'reports:memberSalesChart',
    label: 'Value',
    figures: ['BuyingMembers'],
  }),
  empty: () => 'reports:emptyData',
  meanings: ['activeMembers', 'buying', 'net', 'cancellation', 'pointsEarned', 'pointsReversed'],
})
