import { FORECAST_DAYS, RETURNING_CUSTOMERS_MIN } from '../../contract.ts'
import * as purchases from './purchases.ts'
import * as spending from './spending.ts'

// Calculates forecasts from the purchase days of all customers in a worker thread, without database and clock.

export type CustomerPurchases = {
  /** Purchase days by customer; `lastAt` and `age` are days from the first purchase to the last and to the forecast. */
  days: Uint16Array
  lastAt: Uint32Array
  age: Uint32Array
  /** Total sales on the customer's purchase days after the first one. */
  repeatValue: Float64Array
}

/** Customers at an earlier cut-off date, with their purchase days in the `laterLength` days after it. */
export type CustomersAtCutOff = CustomerPurchases & { laterDays: Uint16Array; laterLength: number }

export type FittedModels = {
  parameters: purchases.PurchaseModelParameters & spending.SpendingModelParameters
  errors: purchases.PurchaseModelParameters & spending.SpendingModelParameters
  logLikelihood: number
}
export type ForecastCalibration = {
  rows: { repeats: number; orMore: boolean; customers: number; expected: number; came: number }[]
  expected: number
  came: number
}
export type CustomerForecasts = {
  status: 'Fitted' | 'Too few' | 'No fit'
  cameBack: number
  fitted?: FittedModels
  /** Probability of being active, by customer; `expected` is purchase days a year, `spend` sales per purchase day. */
  active?: Float64Array
  expected?: Float64Array
  spend?: Float64Array
  calibration?: ForecastCalibration
}

const WEEK = 7
/** The last calibration row includes all customers with at least this number of repeat purchases. */
const REPEATS_MAX = 7

/** Calculates forecasts, and a calibration that compares a model fitted at the earlier cut-off with later purchases. */
export function forecastCustomers(current: CustomerPurchases, earlier: CustomersAtCutOff): CustomerForecasts {
  const cameBack = current.days.filter((days) => days > 1).length
  if (cameBack < RETURNING_CUSTOMERS_MIN) return { status: 'Too few', cameBack }
  const purchaseFit = purchases.fitPurchases(purchases.groupHistories(historiesOf(current)))
  const spendingFit = spending.fitSpending(spendingsOf(current))
  if (!purchaseFit.converged || !spendingFit.converged) return { status: 'No fit', cameBack }

  const weeks = FORECAST_DAYS / WEEK
  const count = current.days.length
  const active = fill(count, historiesOf(current), (history) =>
    purchases.probabilityCustomerIsActive(purchaseFit.parameters, history),
  )
  const expected = fill(count, historiesOf(current), (history) =>
    Math.max(0, purchases.expectedPurchases(purchaseFit.parameters, history, weeks)),
  )
  const spend = fill(count, spendingsOf(current), (history) => spending.expectedSpend(spendingFit.parameters, history))
  const calibration = calibrate(earlier)
  return {
    status: 'Fitted',
    cameBack,
    fitted: {
      parameters: { ...purchaseFit.parameters, ...spendingFit.parameters },
      errors: { ...purchaseFit.errors, ...spendingFit.errors },
      logLikelihood: purchaseFit.logLikelihood,
    },
    active,
    expected,
    spend,
    ...(calibration && { calibration }),
  }
}

function calibrate(earlier: CustomersAtCutOff): ForecastCalibration | undefined {
  if (earlier.laterLength < WEEK || earlier.days.filter((days) => days > 1).length < RETURNING_CUSTOMERS_MIN)
    return undefined
  const { parameters, converged } = purchases.fitPurchases(purchases.groupHistories(historiesOf(earlier)))
  if (!converged) return undefined
  const rows = Array.from({ length: REPEATS_MAX + 1 }, (_, repeats) => ({
    repeats,
    orMore: repeats === REPEATS_MAX,
    customers: 0,
    expected: 0,
    came: 0,
  }))
  let index = 0
  for (const history of historiesOf(earlier)) {
    const row = rows[Math.min(history.repeats, REPEATS_MAX)]!
    row.customers += 1
    row.expected += purchases.expectedPurchases(parameters, history, earlier.laterLength / WEEK)
    row.came += earlier.laterDays[index++]!
  }
  return {
    rows: rows.filter(({ customers }) => customers > 0),
    expected: rows.reduce((sum, { expected }) => sum + expected, 0),
    came: rows.reduce((sum, { came }) => sum + came, 0),
  }
}

// Customers are generated one by one, because objects of all customers would need several times the memory of the columns.

function* historiesOf({ days, lastAt, age }: CustomerPurchases): Generator<purchases.PurchaseHistory> {
  for (const [index, count] of days.entries())
    yield { repeats: count - 1, lastAt: lastAt[index]! / WEEK, age: age[index]! / WEEK }
}

function* spendingsOf({ days, repeatValue }: CustomerPurchases): Generator<spending.CustomerSpending> {
  for (const [index, count] of days.entries())
    yield { repeats: count - 1, average: count > 1 ? repeatValue[index]! / (count - 1) : 0 }
}

function fill<Customer>(length: number, customers: Iterable<Customer>, calculate: (customer: Customer) => number) {
  const column = new Float64Array(length)
  let index = 0
  for (const customer of customers) column[index++] = calculate(customer)
  return column
}
