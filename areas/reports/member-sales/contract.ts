import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, Points, salesTotalField, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { shareOfSalesField } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** How sales to members are grouped into rows. */
export const MemberSalesBy = z.enum(['Month', 'Outlet', 'Category', 'Staff'])

const row = {
  Key: z.string(),
  /** Value that the sales of the group share; null if unknown. */
  Value: z.string().nullable(),
  /** Number of active members of the group; a month counts all members who had joined by its end. */
  ActiveMembers: z.int(),
  BuyingMembers: z.int(),
  /** Number of buying members without a purchase before the period. */
  NewBuyers: z.int(),
  Invoices: z.int(),
  Net: salesTotalField(),
  /** Net sales in the preceding period of the same length. */
  NetBefore: salesTotalField(),
  /** Average net sales per invoice. */
  Average: salesTotalField(),
  /** Average net sales per buying member. */
  SalesPerMember: salesTotalField(),
  /** Average number of invoices per buying member. */
  Frequency: Measure.nullable(),
  PointsEarned: Points,
  PointsReversed: Points,
  /** Redeemed points less refunds. */
  PointsRedeemed: Points,
  /** Percentage of sales to members in all sales of the group. */
  MemberShare: shareOfSalesField(),
}

export const memberSalesReport = declareReport('memberSales', {
  summary: 'Sales to members by month, outlet, card category or salesperson, compared with the preceding period',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperCaseFilter,
    CardCategoryCode: upperCaseFilter,
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
    Net: salesTotalField(),
    NetBefore: salesTotalField(),
    Average: salesTotalField(),
    SalesPerMember: salesTotalField(),
    PointsEarned: Points,
    PointsReversed: Points,
    PointsRedeemed: Points,
  },
  sort: listSortableColumns(row, 'Value'),
  direction: 'ASC',
  rows: 100,
  grouped: true,
  about: ['sale', 'cancellation', 'membership'],
})
