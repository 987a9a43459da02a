import { customerPath } from '#areas/customers/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { friendSales, ReferralState } from './contract.ts'

export const page = reportPage(friendSales, {
  columns: [
    { field: 'ReferrerName', second: 'ReferrerMembershipNo' },
    { field: 'CustomerName', second: 'MembershipNo' },
    'RegisteredOutletCode',
    { field: 'NamedAt' },
    'Status',
    { field: 'FirstInvoiceNo', second: 'FirstPurchase' },
    'FirstNet',
    'NetTotal',
    'ReferrerAwarded',
    'FriendAwarded',
  ],
  optional: ['DecidedBy', 'DecidedAt'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    OutletCode: 'outlet',
    MembershipNo: 'capitals',
    Status: ReferralState.options,
  },
  figures: ['Friends', 'Bought', 'Approved', 'NetTotal', 'ReferrerAwarded'],
  rowLink: ({ CustomerId }) => customerPath({ CustomerId }),
  meanings: ['net'],
})
