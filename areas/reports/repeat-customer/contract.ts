import { z } from 'zod'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { DateOnly, Measure, MoneyFromZero, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { customerColumns, Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  ...customerColumns,
  /** Purchase days: days on which a piece was bought and kept. */
  Visits: z.int(),
  FirstPurchase: z.string(),
  LastPurchase: z.string(),
  /** Days between two visits; null for a single one. */
  AverageDays: Measure.nullable(),
  Net: salesTotal(),
  /** Net by visit. */
  Average: salesTotal(),
}

export const repeatCustomer = report('repeatCustomer', {
  summary: 'Members by how often they bought between two days, and how many of all buyers came again',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    OutletCode: upperFilter,
    MemberType,
    CardCategoryCode: upperFilter,
    /** What a member spent at least in these days. */
    MinimumPurchase: MoneyFromZero,
    MinimumVisits: z.coerce.number().int().min(1).max(1000),
  },
  dates: ['DateFrom', 'DateTo'],
  amounts: ['MinimumPurchase'],
  row,
  key: 'MembershipNo',
  totals: {
    Buyers: z.int(),
    /** Of them came at least twice. */
    Repeaters: z.int(),
    RepeatRate: Percent.nullable(),
    Once: z.int(),
    Twice: z.int(),
    ThreeTimes: z.int(),
    MoreOften: z.int(),
    Net: salesTotal(),
  },
  sort: sortable(row, 'Visits'),
  // A row groups what a member bought: who bought at two outlets stands in the figures of both.
  grouped: true,
  about: ['sale', 'cancellation', 'customer'],
})
