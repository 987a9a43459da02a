import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Id, Instant, Measure, PersonName, salesTotal, upperFilter, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'

// RETENTION: who will come back, and who is about to be lost, by how often and how regularly they bought.

const Day = z.string()

export const refusals = {
  otherOutlet: refusal(403, 'retention.other_outlet', 'You can only view the customers of your own outlet'),
}

/** `Once`: bought on one day only, of which the model cannot tell whether they still are a customer. */
export const Chance = z.enum(['Likely', 'At risk', 'Lost', 'Once'])
export type Chance = z.infer<typeof Chance>

/** From so many customers who came back on, a model is fitted. */
export const CAME_BACK_MIN = 50
/** What "within a year" is to the model. */
export const FORECAST_DAYS = 365

export const Forecast = z.strictObject({
  CustomerId: Id,
  /** The last day that was taken into account. */
  AsOf: Day,
  PurchaseDays: z.int(),
  FirstPurchaseDate: Day,
  LastPurchaseDate: Day,
  /** Days between two purchases on average; null for who bought once. */
  UsualDays: z.int().nullable(),
  /** Days since the last purchase, as of today. */
  SilentDays: z.int(),
  Chance: Chance.nullable(),
  /** Whether they still are a customer, in percent; null until there are enough customers for a model. */
  ProbabilityActive: z.int().min(0).max(100).nullable(),
  /** Days on which they are expected to buy within a year, like "1.3". */
  ExpectedPurchases: Measure.nullable(),
})
export type Forecast = z.infer<typeof Forecast>

export const ForecastRow = z.strictObject({
  ...Forecast.shape,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  ContactNo: z.string().nullable(),
  PreferredStaffName: PersonName.nullable(),
  /** Whether somebody has an open task with them. */
  OpenTaskYN: YN,
  /** What these purchases are expected to bring. */
  ExpectedValue: salesTotal(),
})
export type ForecastRow = z.infer<typeof ForecastRow>

const access = { role: 'Customer' } as const

export const getForecast = read({
  path: '/retention/forecasts/find-one',
  access,
  scope: rows(row('customer', 'CustomerId', 'looked up')),
  about: ['sale'],
  summary:
    'Whether one customer will come back: how often they buy, how long ago it was, and how likely another purchase is',
  body: z.strictObject({ CustomerId: Id }),
  reply: z.strictObject({ Forecast: Forecast.nullable() }),
})

export const listForecasts = read({
  path: '/retention/forecasts/find-all',
  access,
  scope: noRow('own outlet'),
  about: ['customer', 'sale'],
  summary:
    'Customers by the chance that they come back and what that is worth; staff of an outlet see those of their own',
  body: pageQuery(
    { FullName: filterText, Chance, OutletCode: upperFilter, CardCategoryCode: upperFilter, PreferredStaffId: Id },
    {
      rows: 20,
      sort: [
        'ExpectedPurchases',
        'ExpectedValue',
        'ProbabilityActive',
        'SilentDays',
        'PurchaseDays',
        'LastPurchaseDate',
        'FullName',
      ],
      direction: 'DESC',
    },
  ),
  reply: pageOf(ForecastRow),
})

/** Customers with so many repeat purchases in the first part: what a fit on it expected of the rest, and what came. */
export const CalibrationRow = z.strictObject({
  /** Days bought after the first one; the last row holds all with as many or more. */
  Repeats: z.int(),
  OrMoreYN: YN,
  Customers: z.int(),
  Expected: z.string(),
  Came: z.string(),
})

export const RetentionFit = z.strictObject({
  AsOf: Day,
  FittedAt: Instant,
  /** When the purchases were last compared with those that it rests on. */
  CheckedAt: Instant,
  /** `Too few`: of customers who came back. `No fit`: their purchases have no place where they are likeliest. */
  Status: z.enum(['Fitted', 'Too few', 'No fit']),
  Customers: z.int(),
  CameBack: z.int(),
  Parameters: z.record(z.string(), z.number()).nullable(),
  Calibration: z
    .strictObject({ Until: Day, Rows: z.array(CalibrationRow), ExpectedInAll: z.string(), CameInAll: z.int() })
    .nullable(),
})
export type RetentionFit = z.infer<typeof RetentionFit>

const reportRoles = ['Customer Performance Report', 'Inactive Reactive Member Listing', 'Settings'] as const

export { reportRoles as retentionRoles }

export const getRetentionFit = read({
  path: '/retention/fits/latest',
  access: { role: reportRoles },
  scope: noRow('own outlet'),
  about: ['retention fit'],
  summary:
    'The latest fit of the model of who comes back, and how well a fit on earlier purchases forecast those that came later',
  body: z.strictObject({}),
  reply: z.strictObject({ Fit: RetentionFit.nullable() }),
})

export const refitRetention = change({
  path: '/retention/fits/add',
  access: { role: 'Settings' },
  scope: noRow('shared'),
  about: ['retention fit'],
  summary: 'Fits the model again in the background, as happens each night',
  body: z.strictObject({}),
  reply: z.strictObject({ RequestedYN: YN }),
})
