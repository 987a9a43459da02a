import { z } from 'zod'
import {
  DateOnly,
  Id,
  Instant,
  membershipFilter,
  PersonName,
  Points,
  salesTotalField,
  upperCaseFilter,
} from '#kit/contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'
import { declareTotals } from '../contract/totals.ts'

export const ReferralState = z.enum(['Pending', 'Qualified', 'Approved', 'Rejected', 'Voided'])

/** Date that the period filters: the naming of the referrer, the friend's joining, or the friend's first purchase. */
export const FriendDate = z.enum(['Named', 'Joined', 'First Purchase'])

const row = {
  ReferralId: Id,
  ReferrerMembershipNo: z.string(),
  ReferrerName: PersonName,
  CustomerId: Id,
  CustomerName: PersonName,
  MembershipNo: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  NamedAt: Instant,
  JoinDate: DateOnly.nullable(),
  Status: ReferralState,
  FirstInvoiceNo: z.string().nullable(),
  FirstPurchase: DateOnly.nullable(),
  /** Net amount of the friend's first purchase less returns. */
  FirstNet: salesTotalField(),
  /** Net amount of all purchases of the friend. */
  NetTotal: salesTotalField(),
  ReferrerAwarded: Points.nullable(),
  FriendAwarded: Points.nullable(),
  DecidedBy: z.string().nullable(),
  DecidedAt: Instant.nullable(),
}

export const friendSalesReport = declareReport('friendSales', {
  summary: 'Lists recommended friends with their purchases and the points of their referrers',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    /** Membership number of the referrer. */
    MembershipNo: membershipFilter,
    OutletCode: upperCaseFilter,
    Status: ReferralState,
    FriendDate,
  },
  dates: ['DateFrom', 'DateTo'],
  named: ['MembershipNo'],
  row,
  key: 'ReferralId',
  totals: {
    Friends: z.int(),
    Bought: z.int(),
    Approved: z.int(),
    FirstNet: salesTotalField(),
    NetTotal: salesTotalField(),
    ReferrerAwarded: Points,
    FriendAwarded: Points,
  },
  sort: listSortableColumns(row, 'NamedAt'),
  about: ['referral', 'sale', 'customer'],
})

export const friendSalesTotalsReport = declareTotals('friendSalesTotals', friendSalesReport, {
  summary: 'Lists recommended friends and their results by referrer or outlet',
  by: z.enum(['Referrer', 'Outlet']),
})
