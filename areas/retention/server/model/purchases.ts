import { minimise, withinReason } from './minimise.ts'

// How often somebody comes back, and whether they still do: the BG/NBD model of Fader, Hardie and Lee (2005), "Counting
// Your Customers" the Easy Way. While somebody is a customer they buy at a rate of their own, and after each purchase they
// may have gone for good. Rates differ by a gamma distribution (r, alpha), the chance of leaving by a beta one (a, b).
// Probabilities are numbers in floating point; no money and no point is computed here.

/** Of one customer: days bought after the first one, and in weeks: from the first to the last of them, and to today. */
export type History = { repeats: number; lastAt: number; age: number }

export type Parameters = { r: number; alpha: number; a: number; b: number }

/** Customers of the same history are one row with their number, for most bought once. */
export type Histories = { repeats: Uint16Array; lastAt: Float64Array; age: Float64Array; customers: Float64Array }

/** The same histories once each, with how many customers have them. */
export function grouped(histories: readonly History[]): Histories {
  const rows = new Map<string, History & { customers: number }>()
  for (const history of histories) {
    const key = `${history.repeats} ${history.repeats === 0 ? 0 : history.lastAt} ${history.age}`
    const row = rows.get(key)
    if (row) row.customers += 1
    else rows.set(key, { ...history, lastAt: history.repeats === 0 ? 0 : history.lastAt, customers: 1 })
  }
  const all = [...rows.values()]
  return {
    repeats: Uint16Array.from(all, ({ repeats }) => repeats),
    lastAt: Float64Array.from(all, ({ lastAt }) => lastAt),
    age: Float64Array.from(all, ({ age }) => age),
    customers: Float64Array.from(all, ({ customers }) => customers),
  }
}

/** The log-likelihood of these parameters, and its slope by r, alpha, a and b. */
export function logLikelihood({ r, alpha, a, b }: Parameters, data: Histories) {
  const most = data.repeats.reduce((max, repeats) => Math.max(max, repeats), 0)
  const byRepeats = tables({ r, a, b }, most)
  const gradient = { r: 0, alpha: 0, a: 0, b: 0 }
  let value = 0

  for (let row = 0; row < data.repeats.length; row++) {
    const x = data.repeats[row]!
    const n = data.customers[row]!
    const stayed = alpha + data.age[row]!
    const logStayed = Math.log(stayed)
    // Still a customer at the end of what was seen, or gone right after the last purchase.
    let stays = 1
    let logEnd = -(r + x) * logStayed
    let logLast = 0
    let last = 1
    if (x > 0) {
      last = alpha + data.lastAt[row]!
      logLast = Math.log(last)
      const logGone = Math.log(a / (b + x - 1)) - (r + x) * logLast
      const high = Math.max(logEnd, logGone)
      const sum = Math.exp(logEnd - high) + Math.exp(logGone - high)
      stays = Math.exp(logEnd - high) / sum
      logEnd = high + Math.log(sum)
    }
    const gone = 1 - stays

    value += n * (byRepeats.value[x]! + r * Math.log(alpha) + logEnd)
    gradient.r += n * (byRepeats.r[x]! + Math.log(alpha) - stays * logStayed - gone * logLast)
    gradient.alpha += n * (r / alpha - (r + x) * (stays / stayed + gone / last))
    gradient.a += n * (byRepeats.a[x]! + gone / a)
    gradient.b += n * (byRepeats.b[x]! - (x > 0 ? gone / (b + x - 1) : 0))
  }
  return { value, gradient }
}

// What depends on the number of purchases alone, for each number there is. With a whole number of steps between them,
// quotients of gamma functions are products: Γ(r + x) / Γ(r) = r (r + 1) … (r + x − 1).
function tables({ r, a, b }: Omit<Parameters, 'alpha'>, most: number) {
  const of = () => new Float64Array(most + 1)
  const table = { value: of(), r: of(), a: of(), b: of() }
  for (let x = 1; x <= most; x++) {
    const i = x - 1
    table.value[x] = table.value[i]! + Math.log(r + i) + Math.log((b + i) / (a + b + i))
    table.r[x] = table.r[i]! + 1 / (r + i)
    table.a[x] = table.a[i]! - 1 / (a + b + i)
    table.b[x] = table.b[i]! + 1 / (b + i) - 1 / (a + b + i)
  }
  return table
}

export type Fit = { parameters: Parameters; logLikelihood: number; errors: Parameters; converged: boolean }

/** The parameters under which these histories are the likeliest, with the standard errors of their logarithms. */
export function fitPurchases(data: Histories, start: Parameters = { r: 0.5, alpha: 20, a: 0.8, b: 2.5 }): Fit {
  const customers = data.customers.reduce((sum, n) => sum + n, 0)
  const at = ([r, alpha, a, b]: readonly number[]): Parameters => ({
    r: Math.exp(r!),
    alpha: Math.exp(alpha!),
    a: Math.exp(a!),
    b: Math.exp(b!),
  })
  const found = minimise((logs) => {
    const parameters = at(logs)
    const { value, gradient } = logLikelihood(parameters, data)
    // By logarithms all four are free of bounds; by customer the figures are of one size however many there are.
    const slope = {
      value: -value / customers,
      gradient: (['r', 'alpha', 'a', 'b'] as const).map((name) => (-gradient[name] * parameters[name]) / customers),
    }
    return withinReason(slope, logs)
  }, [start.r, start.alpha, start.a, start.b].map(Math.log))
  const errors = found.errors.map((error) => error / Math.sqrt(customers))
  return {
    parameters: at(found.at),
    logLikelihood: -found.value * customers,
    errors: { r: errors[0]!, alpha: errors[1]!, a: errors[2]!, b: errors[3]! },
    converged: found.converged,
  }
}

/** How likely it is that somebody with this history still is a customer: 0 to 1. */
export const probabilityActive = (parameters: Parameters, history: History): number =>
  1 / (1 + oddsGone(parameters, history))

function oddsGone({ r, alpha, a, b }: Parameters, { repeats: x, lastAt, age }: History): number {
  if (x === 0) return 0
  return (a / (b + x - 1)) * Math.exp((r + x) * Math.log((alpha + age) / (alpha + lastAt)))
}

/**
 * On how many days somebody with this history is expected to buy within the next `weeks`.
 * Equation 10 of the paper, after Euler's transformation of its hypergeometric series: its terms do not grow with the
 * number of purchases then, and at a = 1, where both sides of the quotient are zero, it has a limit that it comes near.
 */
export function expectedPurchases(parameters: Parameters, history: History, weeks: number): number {
  const { r, alpha, b } = parameters
  const a = Math.abs(parameters.a - 1) < 1e-7 ? 1 + 1e-7 : parameters.a
  const x = history.repeats
  const reached = weeks / (alpha + history.age + weeks)
  const series = hypergeometric(a + b - 1 - r, a - 1, a + b + x - 1, reached)
  const logRest = (a - 1) * Math.log1p(-reached)
  // Near a = 1 the difference is small; its digits are kept by computing it as one.
  const grown = series > 0 ? -Math.expm1(logRest + Math.log(series)) : 1 - Math.exp(logRest) * series
  return (((a + b + x - 1) / (a - 1)) * grown) / (1 + oddsGone(parameters, history))
}

/** Gauss's 2F1 for |z| < 1, by its series. */
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
