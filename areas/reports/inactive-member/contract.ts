import { z } from 'zod'
import { DateOnly, Instant, MoneyFromZero, PersonName, Points, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { ConsentChannel, customerColumns } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  ...customerColumns,
  ContactNo: z.string().nullable(),
  JoinDate: DateOnly,
  /** Null: never bought. */
  LastPurchase: z.string().nullable(),
  /** Since the last purchase, or since joining. */
  DaysSilent: z.int(),
  Visits: z.int(),
  LifetimeNet: salesTotal(),
  PointBalance: Points,
  /** In this month and the eleven after it. */
  PointsExpiring: Points,
  LastContactAt: Instant.nullable(),
  PreferredStaffName: PersonName.nullable(),
}

export const inactiveMember = report('inactiveMember', {
  summary: 'Members who have bought nothing for a number of months',
  filters: {
    OutletCode: upperFilter,
    CardCategoryCode: upperFilter,
    /** Without a purchase for so many months; as the settings say if left out. */
    Months: z.coerce.number().int().min(1).max(120),
    /** Instead of months: nothing bought between these days, the last of them today if left out. */
    SilentFrom: DateOnly,
    SilentTo: DateOnly,
    /** Who bought and kept at least so much in all. */
    SpendFrom: MoneyFromZero,
    /** With a balance of at least. */
    BalanceFrom: z.coerce.number().int().min(0).max(1_000_000_000),
    /** Who may be reached by it. */
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
