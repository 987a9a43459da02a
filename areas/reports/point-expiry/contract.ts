import { z } from 'zod'
import { DateOnly, Decimal, Instant, Points, upperFilter, YN } from '#kit/contract/fields.ts'
import { customerColumns } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

/** Without days: what ends within so many months from today. */
export const MONTHS_AHEAD = 12

/** Member by member, or added up by month. */
export const ExpiryBy = z.enum(['Member', 'Month'])

const row = {
  Key: z.string(),
  /** In which the points end: 2026-05. */
  ExpiryMonth: z.string(),
  ...customerColumns,
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  /** In a month; of a member 1. */
  Members: z.int(),
  PointToExpire: Points,
  /** Of a member. */
  PointBalance: Points.nullable(),
  /** By the cost of a point in the settings. */
  ExpiryValue: Decimal,
  /** The latest reward that was given against the expiry and stands. */
  ReferenceCode: z.string().nullable(),
  LastContactAt: Instant.nullable(),
  /** How many of them hold such a reward, and how many were contacted. */
  WithReward: z.int(),
  ContactedMembers: z.int(),
}

export const pointExpiry = report('pointExpiry', {
  summary: 'Points that will end, by member and month or by month alone, with what was offered and who was contacted',
  filters: {
    ExpiringFrom: DateOnly,
    ExpiringTo: DateOnly,
    OutletCode: upperFilter,
    CardCategoryCode: upperFilter,
    /** At least so many points of the month. */
    PointsFrom: z.coerce.number().int().min(0).max(1_000_000_000),
    /** Y: members who agreed to be reached by any channel. */
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
