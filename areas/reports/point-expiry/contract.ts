import { z } from 'zod'
import { DateOnly, Decimal, Instant, Points, upperFilter, YN } from '#kit/contract/fields.ts'
import { customerColumns } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Default period in months from today. */
export const MONTHS_AHEAD = 12

/** Rows by member and month, or by month. */
export const ExpiryBy = z.enum(['Member', 'Month'])

const row = {
  Key: z.string(),
  /** Month of expiry, e.g. 2026-05. */
  ExpiryMonth: z.string(),
  ...customerColumns,
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  /** Members of a month; 1 for a member. */
  Members: z.int(),
  PointToExpire: Points,
  /** For members only. */
  PointBalance: Points.nullable(),
  /** Points times the cost of a point from the settings. */
  ExpiryValue: Decimal,
  /** Latest active reward offered for the expiring points. */
  ReferenceCode: z.string().nullable(),
  LastContactAt: Instant.nullable(),
  /** Number of members with such a reward, and of contacted members. */
  WithReward: z.int(),
  ContactedMembers: z.int(),
}

export const pointExpiry = report('pointExpiry', {
  summary: 'Points to expire by member and month, or by month, with offered rewards and contacts',
  filters: {
    ExpiringFrom: DateOnly,
    ExpiringTo: DateOnly,
    OutletCode: upperFilter,
    CardCategoryCode: upperFilter,
    /** Minimum points of the month. */
    PointsFrom: z.coerce.number().int().min(0).max(1_000_000_000),
    /** Y: members with consent to at least one channel. */
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
  sort: sortable(row, 'ExpiryMonth'),
  direction: 'ASC',
  about: ['point history', 'customer', 'expiry contact', 'expiry reward'],
})
