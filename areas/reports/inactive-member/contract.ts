import { z } from 'zod'
import {
  DateOnly,
  Instant,
  MoneyFromZero,
  PersonName,
  Points,
  salesTotalField,
  upperCaseFilter,
} from '#kit/contract/fields.ts'
import { ConsentChannel, customerReportColumns } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  ...customerReportColumns,
  ContactNo: z.string().nullable(),
  JoinDate: DateOnly,
  /** Date of the last purchase; null if the member never bought. */
  LastPurchase: z.string().nullable(),
  /** Number of days since the last purchase, or since joining if the member never bought. */
  DaysSilent: z.int(),
  Visits: z.int(),
  LifetimeNet: salesTotalField(),
  PointBalance: Points,
  /** Points that expire in this month and the following eleven. */
  PointsExpiring: Points,
  LastContactAt: Instant.nullable(),
  PreferredStaffName: PersonName.nullable(),
}

export const inactiveMemberReport = declareReport('inactiveMember', {
  summary: 'Members without a purchase for a number of months',
  filters: {
    OutletCode: upperCaseFilter,
    CardCategoryCode: upperCaseFilter,
    /** Number of months without a purchase; the default is a setting. */
    Months: z.coerce.number().int().min(1).max(120),
    /** First day of a period without a purchase, used instead of Months; SilentTo is today by default. */
    SilentFrom: DateOnly,
    SilentTo: DateOnly,
    /** Minimum of the member's lifetime net sales. */
    SpendFrom: MoneyFromZero,
    /** Minimum of the member's point balance. */
    BalanceFrom: z.coerce.number().int().min(0).max(1_000_000_000),
    /** Channel for which the listed members have given consent. */
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
    LifetimeNet: salesTotalField(),
  },
  sort: listSortableColumns(row, 'DaysSilent'),
  whole: true,
  about: ['sale', 'membership', 'customer'],
})
