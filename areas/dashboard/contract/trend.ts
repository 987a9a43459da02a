import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { noRow } from '#kit/contract/scope.ts'

/** A day of the span, and the day of the span before it that it is held against. */
export const TrendDay = z.strictObject({
  Date: z.string().meta({ format: 'date' }),
  Sales: salesTotal(),
  Registered: z.int(),
  /** Null where the span before it was shorter. */
  Before: z.string().meta({ format: 'date' }).nullable(),
  SalesBefore: salesTotal(),
  RegisteredBefore: z.int(),
})
export type TrendDay = z.infer<typeof TrendDay>

/**
 * A month of the span, with those of its days that have begun; of a month that is still to come all of them. It is held against the
 * days of the span before it from Before to BeforeUntil.
 */
export const TrendMonth = TrendDay.extend({ BeforeUntil: z.string().meta({ format: 'date' }).nullable() })
export type TrendMonth = z.infer<typeof TrendMonth>

export const Trend = z.strictObject({
  /** The last day of the span that has begun: what is compared ends there, on both sides. */
  Until: z.string().meta({ format: 'date' }),
  BeforeFrom: z.string().meta({ format: 'date' }),
  BeforeUntil: z.string().meta({ format: 'date' }),
  Sales: salesTotal(),
  SalesBefore: salesTotal(),
  Registered: z.int(),
  RegisteredBefore: z.int(),
  Days: z.array(TrendDay),
  Months: z.array(TrendMonth),
})
export type Trend = z.infer<typeof Trend>

export const getTrend = read({
  path: '/dashboard/trend/find-one',
  access: 'staff',
  scope: noRow('own outlet'),
  about: ['sale', 'customer', 'membership'],
  summary: 'Sales and registrations day by day between two dates, beside the same number of days before them',
  body: z.strictObject({
    /** HQ or none: all outlets. Others than head office see their own, whatever is left out. */
    OutletCode: upperFilter.nullish(),
    DateFrom: DateOnly,
    DateTo: DateOnly,
  }),
  reply: Trend,
})
