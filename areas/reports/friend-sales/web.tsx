import { customerPath } from '#areas/customers/paths.ts'
import { reportPage } from '../web/engine/page.ts'
import { totalsPage } from '../web/engine/totals.tsx'
import { FriendDate, friendSales, friendSalesTotals, ReferralState } from './contract.ts'

export const page = reportPage(friendSales, {
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

export const totals = totalsPage(friendSalesTotals, {
  by: {
    Referrer: { title: 'reports:fields.ReferrerName', filter: 'MembershipNo', people: true },
    Outlet: { title: 'kit:fields.RegisteredOutletCode', filter: 'OutletCode', codes: 'OutletCode' },
  },
  columns: ['Friends', 'Bought', 'Approved', 'FirstNet', 'NetTotal', 'ReferrerAwarded', 'FriendAwarded'],
  rows: page,
})
