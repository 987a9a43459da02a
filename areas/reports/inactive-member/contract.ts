import { z } from 'zod'
import {
  DateOnly,
  Instant,
  MoneyFromZero,
  PersonName,
  Points,
  salesTotal,
  upperCaseFilter,
} from '#kit/contract/fields.ts'
import { ConsentChannel, customerColumns } from '../contract/fields.ts'
import { declareReport, sortable } from '../contract/report.ts'

const row = {
  ...customerColumns,
  ContactNo: z.string().nullable(),
  JoinDate: DateOnly,
  /** Date of the last purchase; null if the member never bought. */
  LastPurchase: z.string().nullable(),
  /** Days since the last purchase, or since joining if the member never bought. */
  DaysSilent: z.int(),
  Visits: z.int(),
  LifetimeNet: salesTotal(),
  PointBalance: Points,
  /** Points that expire in this month and the following eleven. */
  PointsExpiring: Points,
  LastContactAt: Instant.nullable(),
  PreferredStaffName: PersonName.nullable(),
}

export const inactiveMember = declareReport('inactiveMember', {
  summary: 'Members without a purchase for a number of months',
  filters: {
    OutletCode: upperCaseFilter,
    CardCategoryCode: upperCaseFilter,
    /** Number of months without a purchase; default from the settings. */
    Months: z.coerce.number().int().min(1).max(120),
    /** Period without a purchase, instead of a number of months; SilentTo is today by default. */
    SilentFrom: DateOnly,
    SilentTo: DateOnly,
    /** Minimum of the lifetime net sales. */
    SpendFrom: MoneyFromZero,
    /** Minimum point balance. */
    BalanceFrom: z.coerce.number().int().min(0).max(1_000_000_000),
    /** Only members with consent to this channel. */
    ConsentChannel,
  },
  amounts: ['SpendFrom'],
  row,
  key: 'MembershipNo',
  totals: {
    Members: z.int(),
    UpToTwelve: z.int(),
    UpToTwentyFour: z.int(),
    Longer: z.int(),
    PointBalance: Points,
    LifetimeNet: salesTotal(),
  },
  sort: sortable(row, 'DaysSilent'),
  whole: true,
  about: ['sale', 'membership', 'customer'],
})
