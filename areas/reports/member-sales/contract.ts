import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, Points, salesTotal, upperFilter, YN } from '#kit/contract/fields.ts'
import { shareOfSales } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** What sales to members are grouped by. */
export const MemberSalesBy = z.enum(['Month', 'Outlet', 'Category', 'Staff'])

const row = {
  Key: z.string(),
  /** Null: unknown. */
  Value: z.string().nullable(),
  /** Active members of the outlet, the category or the adviser; of a month those who had joined by its end. */
  ActiveMembers: z.int(),
  BuyingMembers: z.int(),
  /** Who had bought nothing before these days. */
  NewBuyers: z.int(),
  Invoices: z.int(),
  Net: salesTotal(),
  /** The days before, as many as these. */
  NetBefore: salesTotal(),
  /** Net by invoice. */
  Average: salesTotal(),
  /** Net by buying member. */
  SalesPerMember: salesTotal(),
  /** Invoices by buying member. */
  Frequency: Measure.nullable(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Less what was refunded. */
  PointsRedeemed: Points,
  /** Of all sales of the group, those to nobody known too. */
  MemberShare: shareOfSales(),
}

export const memberSales = report('memberSales', {
  summary: 'Sales to members by month, outlet, card category or salesperson, beside the days before',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    CardCategoryCode: upperFilter,
    MemberType,
    MemberSalesBy,
    /** Y: a cancellation counts on the day of its sale. */
    OriginalDateYN: YN,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'Key',
  totals: {
    ActiveMembers: z.int(),
    BuyingMembers: z.int(),
    NewBuyers: z.int(),
    Invoices: z.int(),
    Net: salesTotal(),
    NetBefore: salesTotal(),
    Average: salesTotal(),
    SalesPerMember: salesTotal(),
    PointsEarned: Points,
    PointsReversed: Points,
    PointsRedeemed: Points,
  },
  sort: sortable(row, 'Value'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['sale', 'cancellation', 'membership'],
})
