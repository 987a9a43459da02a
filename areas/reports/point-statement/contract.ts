import { z } from 'zod'
import { HistoryType } from '#areas/points/contract/ledger.ts'
import { DateOnly, filterText, Id, membershipFilter, Points, upperFilter } from '#kit/contract/fields.ts'
import { row as named } from '#kit/contract/scope.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  HistoryId: Id,
  SequenceNo: z.int(),
  BusinessDate: DateOnly,
  Movement: HistoryType,
  InvoiceNo: z.string().nullable(),
  ReferenceCode: z.string().nullable(),
  OutletCode: z.string().nullable(),
  Remark: z.string().nullable(),
  PointsEarned: Points,
  /** Less what was refunded. */
  PointsUsed: Points,
  PointsReversed: Points,
  PointsExpired: Points,
  /** Adjustments, merges and whatever else moved them; signed. */
  PointsOther: Points,
  /** After this row, over the rows that are shown. */
  Balance: Points,
  /** Of what the row gave. */
  ExpiryDate: DateOnly.nullable(),
}

export const pointStatement = report('pointStatement', {
  summary: 'A member’s points between two days: opening balance, every movement in order, closing balance',
  filters: {
    MembershipNo: membershipFilter,
    CustomerIDNo: upperFilter,
    ContactNo: filterText,
    DateFrom: DateOnly,
    DateTo: DateOnly,
  },
  dates: ['DateFrom', 'DateTo'],
  named: ['MembershipNo', 'CustomerIDNo', 'ContactNo'],
  names: [named('membership', 'MembershipNo', 'looked up')],
  row,
  key: 'HistoryId',
  totals: {
    Opening: Points,
    PointsEarned: Points,
    PointsUsed: Points,
    PointsReversed: Points,
    PointsExpired: Points,
    PointsOther: Points,
    Closing: Points,
    /** What ends in this month and the eleven after it, whatever the days: `2026-12: 40 · 2027-02: 25`. */
    ExpiringByMonth: z.string().nullable(),
  },
  sort: sortable(row, 'SequenceNo'),
  direction: 'ASC',
  about: ['membership', 'customer', 'sale', 'cancellation'],
})
