import { FORECAST_DAYS } from '../../contract.ts'
import * as purchases from './purchases.ts'
import * as spending from './spending.ts'

// Fits the models to a sample of customers and applies them to any customers, without database and clock.

/** Purchase days of customers by column. `lastAt` and `age` are days from the first purchase to the last and to today. */
export type CustomerPurchases = {
  days: Uint16Array
  lastAt: Uint32Array
  age: Uint32Array
  /** Total sales on the customer's purchase days after the first one. */
  repeatValue: Float64Array
}

export type ModelParameters = purchases.PurchaseModelParameters & spending.SpendingModelParameters
export type FittedModels = { parameters: ModelParameters; errors: ModelParameters; logLikelihood: number }

/** Forecasts by customer: the probability of being active, purchase days a year, and sales per purchase day. */
export type CustomerForecasts = { active: Float64Array; expected: Float64Array; spend: Float64Array }

/** Customers with the same number of repeat purchases at a cut-off, with their expected and actual later purchases. */
export type CalibrationRow = { repeats: number; orMore: boolean; customers: number; expected: number; came: number }

const WEEK = 7
/** The last calibration row includes all customers with at least this number of repeat purchases. */
const REPEATS_MAX = 7

/** Returns both models fitted to these customers; undefined if the likelihood of one has no maximum. */
export function fitModels(customers: CustomerPurchases): FittedModels | undefined {
  const purchaseFit = purchases.fitPurchases(purchases.groupHistories(historiesOf(customers)))
  const spendingFit = spending.fitSpending(spendingsOf(customers))
  if (!purchaseFit.converged || !spendingFit.converged) return undefined
  return {
    parameters: { ...purchaseFit.parameters, ...spendingFit.parameters },
    errors: { ...purchaseFit.errors, ...spendingFit.errors },
    logLikelihood: purchaseFit.logLikelihood,
  }
}

/** Returns the forecasts of these customers by the fitted models. */
export function forecastCustomers(parameters: ModelParameters, customers: CustomerPurchases): CustomerForecasts {
  const weeks = FORECAST_DAYS / WEEK
  const histories = [...historiesOf(customers)]
  const spendings = [...spendingsOf(customers)]
  return {
    active: Float64Array.from(histories, (history) => purchases.probabilityCustomerIsActive(parameters, history)),
    expected: Float64Array.from(histories, (history) =>
      Math.max(0, purchases.expectedPurchases(parameters, history, weeks)),
    ),
    spend: Float64Array.from(spendings, (history) => spending.expectedSpend(parameters, history)),
  }
}

/** Returns the purchase model fitted to these customers; undefined if its likelihood has no maximum. */
export function fitPurchaseModel(customers: CustomerPurchases): purchases.PurchaseModelParameters | undefined {
  const { parameters, converged } = purchases.fitPurchases(purchases.groupHistories(historiesOf(customers)))
  return converged ? parameters : undefined
}

/** Compares a model that was fitted at an earlier cut-off with the purchase days in the `laterLength` days after it. */
export function calibrateModel(
  parameters: purchases.PurchaseModelParameters,
  customers: CustomerPurchases,
  laterDays: Uint16Array,
  laterLength: number,
): CalibrationRow[] {
  const rows = Array.from({ length: REPEATS_MAX + 1 }, (_, repeats) => ({
    repeats,
    orMore: repeats === REPEATS_MAX,
    customers: 0,
    expected: 0,
    came: 0,
  }))
  let index = 0
  for (const history of historiesOf(customers)) {
    const row = rows[Math.min(history.repeats, REPEATS_MAX)]!
    row.customers += 1
    row.expected += purchases.expectedPurchases(parameters, history, laterLength / WEEK)
    row.came += laterDays[index++]!
  }
  return rows
}

// Customers are generated one by one, because objects of a whole sample would need several times the memory of its columns.

function* historiesOf({ days, lastAt, age }: CustomerPurchases): Generator<purchases.PurchaseHistory> {
  for (const [index, count] of days.entries())
    yield { repeats: count - 1, lastAt: lastAt[index]! / WEEK, age: age[index]! / WEEK }
}

function* spendingsOf({ days, repeatValue }: CustomerPurchases): Generator<spending.CustomerSpending> {
  for (const [index, count] of days.entries())
    yield { repeats: count - 1, average: count > 1 ? repeatValue[index]! / (count - 1) : 0 }
}
