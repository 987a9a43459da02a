import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  filterText,
  Id,
  Instant,
  Measure,
  PersonName,
  salesTotalField,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

// RETENTION: forecasts of whether customers will buy again, based on the frequency and regularity of their purchases.

const Day = z.string()

export const retentionRefusals = {
  otherOutlet: refusal(403, 'retention.other_outlet', 'You can only view the customers of your own outlet'),
}

/** Class of the chance that a customer buys again; `Once`: with one purchase day the model cannot estimate it. */
export const ReturnChance = z.enum(['Likely', 'At risk', 'Lost', 'Once'])
export type ReturnChance = z.infer<typeof ReturnChance>

/** Minimum number of customers with repeat purchases that the model needs. */
export const RETURNING_CUSTOMERS_MIN = 50
/** Maximum number of customers to whom the model is fitted: with more, every n-th customer, which is still at least half as many. */
export const FITTED_CUSTOMERS_MAX = 200_000
/** Number of days for which purchases are forecast. */
export const FORECAST_DAYS = 365

export const Forecast = z.strictObject({
  CustomerId: Id,
  /** Last day of the purchases from which the forecast was calculated. */
  AsOf: Day,
  PurchaseDays: z.int(),
  FirstPurchaseDate: Day,
  LastPurchaseDate: Day,
  /** Average number of days between purchases; null after one purchase. */
  UsualDays: z.int().nullable(),
  /** Number of days from the last purchase to today. */
  SilentDays: z.int(),
  Chance: ReturnChance.nullable(),
  /** Probability in percent that the customer is still active; null if no model could be fitted. */
  ProbabilityActive: z.int().min(0).max(100).nullable(),
  /** Expected purchase days within a year, for example "1.3". */
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
  /** Y: an open task for the customer exists. */
  OpenTaskYN: YN,
  /** Expected sales amount within a year. */
  ExpectedValue: salesTotalField(),
})
export type ForecastRow = z.infer<typeof ForecastRow>

const access = { role: 'Customer' } as const

export const getForecast = read({
  path: '/retention/forecasts/find-one',
  access,
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['sale'],
  summary: 'Returns the forecast of one customer: frequency of purchases, last purchase and probability of another one',
  body: z.strictObject({ CustomerId: Id }),
  reply: z.strictObject({ Forecast: Forecast.nullable() }),
})

export const listForecasts = read({
  path: '/retention/forecasts/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['customer', 'sale'],
  summary: 'Customers by the probability and value of further purchases; outlets see their own customers',
  body: pageQuery(
    {
      FullName: filterText,
      Chance: ReturnChance,
      OutletCode: upperCaseFilter,
      CardCategoryCode: upperCaseFilter,
      PreferredStaffId: Id,
    },
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
  reply: pageReply(ForecastRow),
})

/** Customers with the same number of repeat purchases at the cut-off date, with their average later purchases. */
export const CalibrationRow = z.strictObject({
  /** Number of repeat purchase days; the last row also includes customers with more. */
  Repeats: z.int(),
  OrMoreYN: YN,
  Customers: z.int(),
  Expected: z.string(),
  Came: z.string(),
})

export const RetentionFit = z.strictObject({
  AsOf: Day,
  FittedAt: Instant,
  /** Time at which new purchases were last compared with the purchases of the fitted model. */
  CheckedAt: Instant,
  /** Result of the fit; `Too few`: too few repeat customers; `No fit`: the likelihood function has no maximum. */
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
  scope: unnamedRows('own outlet'),
  about: ['retention fit'],
  summary: 'Returns the latest fit of the purchase model, with the forecast error on later purchases',
  body: z.strictObject({}),
  reply: z.strictObject({ Fit: RetentionFit.nullable() }),
})

export const refitRetention = change({
  path: '/retention/fits/add',
  access: { role: 'Settings' },
  scope: unnamedRows('shared'),
  about: ['retention fit'],
  summary: 'Fits the model again in the background, as the nightly batch does',
  body: z.strictObject({}),
  reply: z.strictObject({ RequestedYN: YN }),
})
