import { minimiseFunction, penaliseExtremes } from './minimise.ts'

// The model estimates future purchases (BG/NBD: Fader, Hardie and Lee, "Counting Your Customers" the Easy Way, 2005).
// An active customer buys at an individual rate and may become inactive after each purchase.
// The rates at which customers buy follow a gamma distribution (r, alpha), their dropouts a beta distribution (a, b).
// Floating-point numbers are sufficient for forecasts, because the results are neither money nor points.

/** Number of repeat purchase days, and weeks from the first purchase to the last (`lastAt`) and to today (`age`). */
export type PurchaseHistory = { repeats: number; lastAt: number; age: number }

/** Parameters of the BG/NBD model. */
export type PurchaseModelParameters = { r: number; alpha: number; a: number; b: number }

/** Distinct purchase histories, each with its number of customers; every field is one column. */
export type GroupedHistories = {
  repeats: Uint16Array
  lastAt: Float64Array
  age: Float64Array
  customers: Float64Array
}

/** Groups customers with equal purchase histories; the fit is then faster, because most customers bought only once. */
export function groupHistories(histories: Iterable<PurchaseHistory>): GroupedHistories {
  const rows = new Map<string, PurchaseHistory & { customers: number }>()
  for (const history of histories) {
    const key = `${history.repeats} ${history.repeats === 0 ? 0 : history.lastAt} ${history.age}`
    const row = rows.get(key)
    if (row) row.customers += 1
    else rows.set(key, { ...history, lastAt: history.repeats === 0 ? 0 : history.lastAt, customers: 1 })
  }
  const distinct = [...rows.values()]
  return {
    repeats: Uint16Array.from(distinct, ({ repeats }) => repeats),
    lastAt: Float64Array.from(distinct, ({ lastAt }) => lastAt),
    age: Float64Array.from(distinct, ({ age }) => age),
    customers: Float64Array.from(distinct, ({ customers }) => customers),
  }
}

/** Returns the log-likelihood of the model's parameters and its gradient by r, alpha, a and b. */
export function purchaseLogLikelihood({ r, alpha, a, b }: PurchaseModelParameters, data: GroupedHistories) {
  const repeatsMax = data.repeats.reduce((max, repeats) => Math.max(max, repeats), 0)
  const byRepeats = termsByRepeats({ r, a, b }, repeatsMax)
  const gradient = { r: 0, alpha: 0, a: 0, b: 0 }
  let value = 0

  for (let row = 0; row < data.repeats.length; row++) {
    const x = data.repeats[row]!
    const n = data.customers[row]!
    const exposure = alpha + data.age[row]!
    const logExposure = Math.log(exposure)
    // The likelihood covers two cases: the customer is still active today, or became inactive after the last purchase.
    let active = 1
    let logEnd = -(r + x) * logExposure
    let logLast = 0
    let last = 1
    if (x > 0) {
      last = alpha + data.lastAt[row]!
      logLast = Math.log(last)
      const logGone = Math.log(a / (b + x - 1)) - (r + x) * logLast
      const high = Math.max(logEnd, logGone)
      const sum = Math.exp(logEnd - high) + Math.exp(logGone - high)
      active = Math.exp(logEnd - high) / sum
      logEnd = high + Math.log(sum)
    }
    const gone = 1 - active

    value += n * (byRepeats.value[x]! + r * Math.log(alpha) + logEnd)
    gradient.r += n * (byRepeats.r[x]! + Math.log(alpha) - active * logExposure - gone * logLast)
    gradient.alpha += n * (r / alpha - (r + x) * (active / exposure + gone / last))
    gradient.a += n * (byRepeats.a[x]! + gone / a)
    gradient.b += n * (byRepeats.b[x]! - (x > 0 ? gone / (b + x - 1) : 0))
  }
  return { value, gradient }
}

/**
 * Tabulates the terms of the likelihood that depend only on the number of purchases.
 * Quotients of gamma functions are computed as products: Γ(r + x) / Γ(r) = r (r + 1) … (r + x − 1).
 */
function termsByRepeats({ r, a, b }: Omit<PurchaseModelParameters, 'alpha'>, repeatsMax: number) {
  const column = () => new Float64Array(repeatsMax + 1)
  const table = { value: column(), r: column(), a: column(), b: column() }
  for (let x = 1; x <= repeatsMax; x++) {
    const i = x - 1
    table.value[x] = table.value[i]! + Math.log(r + i) + Math.log((b + i) / (a + b + i))
    table.r[x] = table.r[i]! + 1 / (r + i)
    table.a[x] = table.a[i]! - 1 / (a + b + i)
    table.b[x] = table.b[i]! + 1 / (b + i) - 1 / (a + b + i)
  }
  return table
}

export type PurchaseFit = {
  parameters: PurchaseModelParameters
  logLikelihood: number
  errors: PurchaseModelParameters
  converged: boolean
}

/** Returns the maximum-likelihood parameters and the standard errors of their logarithms. */
export function fitPurchases(
  data: GroupedHistories,
  start: PurchaseModelParameters = { r: 0.5, alpha: 20, a: 0.8, b: 2.5 },
): PurchaseFit {
  const customers = data.customers.reduce((sum, n) => sum + n, 0)
  const toParameters = ([r, alpha, a, b]: readonly number[]): PurchaseModelParameters => ({
    r: Math.exp(r!),
    alpha: Math.exp(alpha!),
    a: Math.exp(a!),
    b: Math.exp(b!),
  })
  const minimum = minimiseFunction((logs) => {
    const parameters = toParameters(logs)
    const { value, gradient } = purchaseLogLikelihood(parameters, data)
    // The search uses logarithms, so that the parameters stay positive.
    // The log-likelihood is divided by the number of customers, so that its size does not depend on that number.
    const evaluation = {
      value: -value / customers,
      gradient: (['r', 'alpha', 'a', 'b'] as const).map((name) => (-gradient[name] * parameters[name]) / customers),
    }
    return penaliseExtremes(evaluation, logs)
  }, [start.r, start.alpha, start.a, start.b].map(Math.log))
  const errors = minimum.errors.map((error) => error / Math.sqrt(customers))
  return {
    parameters: toParameters(minimum.point),
    logLikelihood: -minimum.value * customers,
    errors: { r: errors[0]!, alpha: errors[1]!, a: errors[2]!, b: errors[3]! },
    converged: minimum.converged,
  }
}

/** Returns the probability (0 to 1) that a customer with this purchase history is still active. */
export const probabilityCustomerIsActive = (parameters: PurchaseModelParameters, history: PurchaseHistory): number =>
  1 / (1 + oddsGone(parameters, history))

function oddsGone({ r, alpha, a, b }: PurchaseModelParameters, { repeats: x, lastAt, age }: PurchaseHistory): number {
  if (x === 0) return 0
  return (a / (b + x - 1)) * Math.exp((r + x) * Math.log((alpha + age) / (alpha + lastAt)))
}

/**
 * Returns the expected purchase days of a customer within the next `weeks` (equation 10 of the BG/NBD paper).
 * Euler's transformation of the hypergeometric series keeps its terms small, even after many purchases.
 * At a = 1 the quotient would be 0/0, so a is shifted by 1e-7.
 */
export function expectedPurchases(
  parameters: PurchaseModelParameters,
  history: PurchaseHistory,
  weeks: number,
): number {
  const { r, alpha, b } = parameters
  const a = Math.abs(parameters.a - 1) < 1e-7 ? 1 + 1e-7 : parameters.a
  const x = history.repeats
  const z = weeks / (alpha + history.age + weeks)
  const series = hypergeometric(a + b - 1 - r, a - 1, a + b + x - 1, z)
  const logRest = (a - 1) * Math.log1p(-z)
  // The function expm1 keeps full precision when the parameter a is close to 1.
  const growth = series > 0 ? -Math.expm1(logRest + Math.log(series)) : 1 - Math.exp(logRest) * series
  return (((a + b + x - 1) / (a - 1)) * growth) / (1 + oddsGone(parameters, history))
}

/** Returns Gauss's hypergeometric function 2F1 for |z| < 1, computed by its series. */
export function hypergeometric(a: number, b: number, c: number, z: number): number {
  let term = 1
  let sum = 1
  for (let n = 0; n < 100_000; n++) {
    term *= (((a + n) * (b + n)) / ((c + n) * (n + 1))) * z
    sum += term
    if (Math.abs(term) < Number.EPSILON * Math.abs(sum)) return sum
  }
  return sum
}
