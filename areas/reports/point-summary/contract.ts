import { z } from 'zod'
import { Balance } from '#areas/memberships/contract/balance.ts'
import { DateOnly, filterText, membershipFilter, Points, upperCaseFilter } from '#kit/contract/fields.ts'
import { row as named } from '#kit/contract/scope.ts'
import { customerReportColumns } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const { MembershipNo: _, BalanceType: __, Reserved: ___, ReservedUntil: ____, ...balance } = Balance.shape

const row = {
  ...customerReportColumns,
  ...balance,
  /** Points that expire in this month and the following eleven. */
  PointsExpiring: Points,
  /** Expiring points of each month, for example `2026-12: 40 · 2027-02: 25`; null if none expire. */
  ExpiringByMonth: z.string().nullable(),
  LastEarned: DateOnly.nullable(),
  LastRedeemed: DateOnly.nullable(),
}

export const pointSummaryReport = declareReport('pointSummary', {
  summary:
    'Returns the point balance of a member, points ever earned and used, and points to expire in each of the next twelve months',
  filters: { MembershipNo: membershipFilter, CustomerIDNo: upperCaseFilter, ContactNo: filterText },
  names: [named('membership', 'MembershipNo', 'looked up')],
  row,
  key: 'MembershipNo',
  totals: { PointBalance: Points, Available: Points, Pending: Points, PointsExpiring: Points },
  sort: listSortableColumns(row, 'MembershipNo'),
  direction: 'ASC',
  about: ['membership', 'customer', 'sale', 'cancellation'],
})
