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

export const ReferralState = z.enum(['Pending', 'Qualified', 'Approved', 'Rejected', 'Voided'])

const row = {
  ReferralId: Id,
  ReferrerMembershipNo: z.string(),
  ReferrerName: PersonName,
  CustomerId: Id,
  CustomerName: PersonName,
  MembershipNo: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  NamedAt: Instant,
  Status: ReferralState,
  FirstInvoiceNo: z.string().nullable(),
  FirstPurchase: z.string().nullable(),
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
