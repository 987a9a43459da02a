import { z } from 'zod'
import { HistoryType } from '#areas/points/contract/ledger.ts'
import { DateOnly, filterText, Id, membershipFilter, Points, upperCaseFilter } from '#kit/contract/fields.ts'
import { row as named } from '#kit/contract/scope.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

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
  /** Redeemed points less refunds. */
  PointsUsed: Points,
  PointsReversed: Points,
  PointsExpired: Points,
  /** Sum of adjustments, merges and other movements; can be negative. */
  PointsOther: Points,
  /** Balance after the movement of this row, beginning with the opening balance. */
  Balance: Points,
  /** Day on which the points of this row expire. */
  ExpiryDate: DateOnly.nullable(),
}

export const pointStatementReport = declareReport('pointStatement', {
  summary: 'Lists point movements of a member between two days with opening and closing balance',
  filters: {
    MembershipNo: membershipFilter,
    CustomerIDNo: upperCaseFilter,
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
    /** Points that expire in this month and the following eleven, for example `2026-12: 40 · 2027-02: 25`. */
    ExpiringByMonth: z.string().nullable(),
  },
  sort: listSortableColumns(row, 'SequenceNo'),
  direction: 'ASC',
  about: ['membership', 'customer', 'sale', 'cancellation'],
})
