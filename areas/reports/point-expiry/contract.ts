import { z } from 'zod'
import { DateOnly, Decimal, Instant, Points, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { customerReportColumns } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

/** Default length of the period in months, starting today. */
export const EXPIRY_PERIOD_MONTHS = 12

/** How expiring points are grouped into rows: by member and month, or by month only. */
export const ExpiryBy = z.enum(['Member', 'Month'])

const row = {
  Key: z.string(),
  /** Month in which the points expire, as YYYY-MM. */
  ExpiryMonth: z.string(),
  ...customerReportColumns,
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  /** Number of members in the row; 1 if rows are grouped by member. */
  Members: z.int(),
  PointToExpire: Points,
  /** Point balance of the member; null in rows by month. */
  PointBalance: Points.nullable(),
  /** Cost of the expiring points: number of points times the configured cost of a point. */
  ExpiryValue: Decimal,
  /** Latest active reward that was offered for the expiring points. */
  ReferenceCode: z.string().nullable(),
  LastContactAt: Instant.nullable(),
  /** Number of members with a reward for the expiring points. */
  WithReward: z.int(),
  ContactedMembers: z.int(),
}

export const pointExpiryReport = declareReport('pointExpiry', {
  summary: 'Points to expire by member and month, or by month, with offered rewards and contacts',
  filters: {
    ExpiringFrom: DateOnly,
    ExpiringTo: DateOnly,
    OutletCode: upperCaseFilter,
    CardCategoryCode: upperCaseFilter,
    /** Minimum number of points that expire in the month. */
    PointsFrom: z.coerce.number().int().min(0).max(1_000_000_000),
    /** Y: only members with consent to at least one channel. */
    ContactableYN: YN,
    ExpiryBy,
  },
  row,
  key: 'Key',
  totals: {
    Members: z.int(),
    PointToExpire: Points,
    ExpiryValue: Decimal,
    WithReward: z.int(),
    ContactedMembers: z.int(),
  },
  sort: listSortableColumns(row, 'ExpiryMonth'),
  direction: 'ASC',
  about: ['point history', 'customer', 'expiry contact', 'expiry reward'],
})
