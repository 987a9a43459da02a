import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** Figures of a day of the period (`Date`) and of the corresponding day of the previous period (`Before`). */
export const TrendDay = z.strictObject({
  Date: z.string().meta({ format: 'date' }),
  Sales: salesTotalField(),
  Registered: z.int(),
  /** The corresponding day of the previous period; null if the previous period was shorter. */
  Before: z.string().meta({ format: 'date' }).nullable(),
  SalesBefore: salesTotalField(),
  RegisteredBefore: z.int(),
})
export type TrendDay = z.infer<typeof TrendDay>

/**
 * Figures of a month of the period: of the days that have begun, or of all days of a future month.
 * The month is compared with the days of the previous period from Before to BeforeUntil.
 */
export const TrendMonth = TrendDay.extend({ BeforeUntil: z.string().meta({ format: 'date' }).nullable() })
export type TrendMonth = z.infer<typeof TrendMonth>

export const Trend = z.strictObject({
  /** The last day of the period that has begun. The comparison of both periods ends with this day. */
  Until: z.string().meta({ format: 'date' }),
  BeforeFrom: z.string().meta({ format: 'date' }),
  BeforeUntil: z.string().meta({ format: 'date' }),
  Sales: salesTotalField(),
  SalesBefore: salesTotalField(),
  Registered: z.int(),
  RegisteredBefore: z.int(),
  Days: z.array(TrendDay),
  Months: z.array(TrendMonth),
})
export type Trend = z.infer<typeof Trend>

export const getSalesTrend = read({
  path: '/dashboard/trend/find-one',
  access: 'staff',
  scope: unnamedRows('own outlet'),
  about: ['sale', 'customer', 'membership'],
  summary: 'Sales and registrations day by day between two dates, beside the same number of days before them',
  body: z.strictObject({
    /**
     * If omitted or HQ, head office gets all outlets, and other users get their own outlet.
     * Users outside head office get 403 for another outlet.
     */
    OutletCode: upperCaseFilter.nullish(),
    DateFrom: DateOnly,
    DateTo: DateOnly,
  }),
  reply: Trend,
})
