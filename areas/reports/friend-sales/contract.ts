import { z } from 'zod'
import {
  DateOnly,
  Id,
  Instant,
  membershipFilter,
  PersonName,
  Points,
  salesTotal,
  upperFilter,
} from '#kit/contract/fields.ts'
import { report, sortable } from '../contract/report.ts'
import { totalsOf } from '../contract/totals.ts'

export const ReferralState = z.enum(['Pending', 'Qualified', 'Approved', 'Rejected', 'Voided'])

/** What the days are about: when the friend was named, joined, or bought for the first time. */
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
  /** What is left of it. */
  FirstNet: salesTotal(),
  /** Of everything that the friend bought and kept. */
  NetTotal: salesTotal(),
  ReferrerAwarded: Points.nullable(),
  FriendAwarded: Points.nullable(),
  DecidedBy: z.string().nullable(),
  DecidedAt: Instant.nullable(),
}

export const friendSales = report('friendSales', {
  summary: 'Friends who were recommended between two days, what they bought, and what their referrers were given',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    /** Of the referrer. */
    MembershipNo: membershipFilter,
    OutletCode: upperFilter,
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
    FirstNet: salesTotal(),
    NetTotal: salesTotal(),
    ReferrerAwarded: Points,
    FriendAwarded: Points,
  },
  sort: sortable(row, 'NamedAt'),
  about: ['referral', 'sale', 'customer'],
})

export const friendSalesTotals = totalsOf('friendSalesTotals', friendSales, {
  summary: 'How many friends were recommended between two days, and what came of it, by referrer or outlet',
  by: z.enum(['Referrer', 'Outlet']),
})
