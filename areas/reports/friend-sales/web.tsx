import { customerPath } from '#areas/customers/paths.ts'
import { createReportPage } from '../web/engine/page.ts'
import { createTotalsPage } from '../web/engine/totals.tsx'
import { FriendDate, friendSalesReport, friendSalesTotalsReport, ReferralState } from './contract.ts'

export const friendSalesPage = createReportPage(friendSalesReport, {
  columns: [
    { field: 'ReferrerName', second: 'ReferrerMembershipNo' },
    { field: 'CustomerName', second: 'MembershipNo' },
    'RegisteredOutletCode',
    'NamedAt',
    'Status',
    { field: 'FirstInvoiceNo', second: 'FirstPurchase' },
    'NetTotal',
  ],
  optional: ['JoinDate', 'FirstNet', 'ReferrerAwarded', 'FriendAwarded', 'DecidedBy', 'DecidedAt'],
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    FriendDate: FriendDate.options,
    OutletCode: 'outlet',
    MembershipNo: 'capitals',
    Status: ReferralState.options,
  },
  figures: ['Friends', 'Bought', 'Approved', 'NetTotal', 'ReferrerAwarded'],
  rowLink: ({ CustomerId }) => customerPath({ CustomerId }),
  meanings: ['net'],
})

export const friendSalesTotalsPage = createTotalsPage(friendSalesTotalsReport, {
  by: {
    Referrer: { title: 'reports:fields.ReferrerName', filter: 'MembershipNo', people: true },
    Outlet: { title: 'kit:fields.RegisteredOutletCode', filter: 'OutletCode', codes: 'OutletCode' },
  },
  columns: ['Friends', 'Bought', 'Approved', 'FirstNet', 'NetTotal', 'ReferrerAwarded', 'FriendAwarded'],
  rows: friendSalesPage,
})
