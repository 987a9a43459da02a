import { issuePath } from '#areas/customer-rewards/paths.ts'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { createReportPage } from '../web/engine/page.ts'
import { customerPerformanceReport } from './contract.ts'

export const customerPerformancePage = createReportPage(customerPerformanceReport, {
  columns: [
    // On a phone a row starts with the name and ends with net sales; its position shows the rank.
    { field: 'Rank', phone: null },
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CardCategoryCode', second: 'MemberType' },
    'RegisteredOutletCode',
    { field: 'Invoices', phone: null },
    'Net',
    'PointsEarned',
    { field: 'LastPurchase', as: 'date' },
  ],
  optional: [
    { field: 'Items', phone: null },
    { field: 'Gross', phone: null },
    { field: 'Discount', phone: null },
    { field: 'Returns', phone: null },
    'Average',
    'Share',
    'PointsReversed',
    'PointsUsed',
  ],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MemberType: MemberType.options,
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
    Brand: { list: 'Brand' },
    ProductGroup: 'capitals',
    TopN: 'text',
    MinSales: 'text',
    OriginalDateYN: 'yes-no',
  },
  figures: ['Members', 'Net', 'Invoices', 'PointsEarned', 'PointsUsed'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  ticked: [
    {
      label: 'reports:ticked.topSpender',
      role: 'Rewards',
      headOffice: true,
      to: (rows) => issuePath({ type: 'Top Spender', members: rows.flatMap((row) => row.MembershipNo ?? []).join() }),
    },
  ],
  meanings: [
    'gross',
    'discount',
    'returns',
    'net',
    'cancellation',
    'pieces',
    'buying',
    'share',
    'pointsEarned',
    'pointsReversed',
    'pointsUsed',
  ],
})
