import { CAME_BACK_MIN, FORECAST_DAYS } from '../../contract.ts'
import * as purchases from './purchases.ts'
import * as spending from './spending.ts'

// From the purchase days of all customers to what is expected of each. No database and no clock: it runs in a thread of its own.

export type Customers = {
  /** Days bought, from the first to the last of them, and from the first to the day that the forecast is made for. */
  days: Uint16Array
  lastAt: Uint32Array
  age: Uint32Array
  /** What the days after the first brought together. */
  repeatValue: Float64Array
}

/** The same at an earlier day, and on how many days each bought from then on. */
export type Earlier = Customers & { laterDays: Uint16Array; laterLength: number }

export type Fitted = {
  parameters: purchases.Parameters & spending.Parameters
  errors: purchases.Parameters & spending.Parameters
  logLikelihood: number
}
export type Calibration = {
  rows: { repeats: number; orMore: boolean; customers: number; expected: number; came: number }[]
  expected: number
  came: number
}
export type Forecasts = {
  status: 'Fitted' | 'Too few' | 'No fit'
  cameBack: number
  fitted?: Fitted
  /** For each customer: 0 to 1, days within a year, and what a day brings. */
  active?: Float64Array
  expected?: Float64Array
  spend?: Float64Array
  calibration?: Calibration
}

const WEEK = 7
/** Who came back so often or more stands in one row of the calibration. */
const REPEATS_SHOWN = 7

/** What is expected of these customers within a year, and how a fit on what was known earlier agreed with what came. */
export function forecast(now: Customers, earlier: Earlier): Forecasts {
  const cameBack = now.days.filter((days) => days > 1).length
  if (cameBack < CAME_BACK_MIN) return { status: 'Too few', cameBack }
  const histories = historiesOf(now)
  const bought = purchases.fitPurchases(purchases.grouped(histories))
  const spent = spending.fitSpending(spendingsOf(now))
  if (!bought.converged || !spent.converged) return { status: 'No fit', cameBack }

  const weeks = FORECAST_DAYS / WEEK
  const active = Float64Array.from(histories, (history) => purchases.probabilityActive(bought.parameters, history))
  const expected = Float64Array.from(histories, (history) =>
    Math.max(0, purchases.expectedPurchases(bought.parameters, history, weeks)),
  )
  const spend = Float64Array.from(spendingsOf(now), (one) => spending.expectedSpend(spent.parameters, one))
  const calibration = calibrated(earlier)
  return {
    status: 'Fitted',
    cameBack,
    fitted: {
      parameters: { ...bought.parameters, ...spent.parameters },
      errors: { ...bought.errors, ...spent.errors },
      logLikelihood: bought.logLikelihood,
    },
    active,
    expected,
    spend,
    ...(calibration && { calibration }),
  }
}

function calibrated(earlier: Earlier): Calibration | undefined {
  if (earlier.laterLength < WEEK || earlier.days.filter((days) => days > 1).length < CAME_BACK_MIN) return undefined
  const histories = historiesOf(earlier)
  const { parameters, converged } = purchases.fitPurchases(purchases.grouped(histories))
  if (!converged) return undefined
  const rows = Array.from({ length: REPEATS_SHOWN + 1 }, (_, repeats) => ({
    repeats,
    orMore: repeats === REPEATS_SHOWN,
    customers: 0,
    expected: 0,
    came: 0,
  }))
  histories.forEach((history, index) => {
    const row = rows[Math.min(history.repeats, REPEATS_SHOWN)]!
    row.customers += 1
    row.expected += purchases.expectedPurchases(parameters, history, earlier.laterLength / WEEK)
    row.came += earlier.laterDays[index]!
  })
  return {
    rows: rows.filter(({ customers }) => customers > 0),
    expected: rows.reduce((sum, { expected }) => sum + expected, 0),
    came: rows.reduce((sum, { came }) => sum + came, 0),
  }
}

const historiesOf = ({ days, lastAt, age }: Customers): purchases.History[] =>
  Array.from(days, (count, index) => ({ repeats: count - 1, lastAt: lastAt[index]! / WEEK, age: age[index]! / WEEK }))

const spendingsOf = ({ days, repeatValue }: Customers): spending.Spending[] =>
  Array.from(days, (count, index) => ({
    repeats: count - 1,
    average: count > 1 ? repeatValue[index]! / (count - 1) : 0,
  }))
