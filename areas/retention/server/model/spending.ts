import { digamma, logGamma } from './gamma.ts'
import { minimise, withinReason } from './minimise.ts'

// What somebody spends on a day they buy: the gamma-gamma model of Fader and Hardie (2013), "The Gamma-Gamma Model of
// Monetary Value". What a day brings differs around a mean of each customer's own (shape p), and these means differ (q, gamma).
// An estimate, not an amount of the ledger: it is computed in floating point and rounded when it is kept.

/** Of one customer who came back: days bought after the first one, and what such a day brought on average. */
export type Spending = { repeats: number; average: number }

export type Parameters = { p: number; q: number; gamma: number }

/** The log-likelihood of these parameters, and its slope by p, q and gamma. Averages that are not above zero are left out. */
export function logLikelihood({ p, q, gamma }: Parameters, spendings: readonly Spending[]) {
  const tables = byRepeats({ p, q })
  const slope = { p: 0, q: 0, gamma: 0 }
  let value = 0
  for (const { repeats: x, average } of spendings) {
    if (x === 0 || average <= 0) continue
    const table = tables(x)
    const whole = gamma + average * x
    const logWhole = Math.log(whole)
    value +=
      table.value + q * Math.log(gamma) + (p * x - 1) * Math.log(average) + p * x * Math.log(x) - (p * x + q) * logWhole
    slope.p += x * (table.p + Math.log(average) + Math.log(x) - logWhole)
    slope.q += table.q + Math.log(gamma) - logWhole
    slope.gamma += q / gamma - (p * x + q) / whole
  }
  return { value, gradient: slope }
}

function byRepeats({ p, q }: Omit<Parameters, 'gamma'>) {
  const kept = new Map<number, { value: number; p: number; q: number }>()
  return (x: number) => {
    let table = kept.get(x)
    if (!table) {
      const both = digamma(p * x + q)
      table = {
        value: logGamma(p * x + q) - logGamma(p * x) - logGamma(q),
        p: both - digamma(p * x),
        q: both - digamma(q),
      }
      kept.set(x, table)
    }
    return table
  }
}

export type Fit = { parameters: Parameters; logLikelihood: number; errors: Parameters; converged: boolean }

/** The parameters under which these averages are the likeliest, with the standard errors of their logarithms. */
export function fitSpending(spendings: readonly Spending[]): Fit {
  const used = spendings.filter(({ repeats, average }) => repeats > 0 && average > 0)
  const mean = used.reduce((sum, { average }) => sum + average, 0) / used.length
  // In units of the mean the three are of one size, whatever the currency.
  const scaled = used.map(({ repeats, average }) => ({ repeats, average: average / mean }))
  const at = ([p, q, gamma]: readonly number[]): Parameters => ({
    p: Math.exp(p!),
    q: Math.exp(q!),
    gamma: Math.exp(gamma!),
  })
  const found = minimise((logs) => {
    const parameters = at(logs)
    const { value, gradient } = logLikelihood(parameters, scaled)
    const slope = {
      value: -value / used.length,
      gradient: (['p', 'q', 'gamma'] as const).map((name) => (-gradient[name] * parameters[name]) / used.length),
    }
    return withinReason(slope, logs)
  }, [2, 3, 1].map(Math.log))
  const { p, q, gamma } = at(found.at)
  const parameters = { p, q, gamma: gamma * mean }
  const errors = found.errors.map((error) => error / Math.sqrt(used.length))
  return {
    parameters,
    logLikelihood: logLikelihood(parameters, used).value,
    errors: { p: errors[0]!, q: errors[1]!, gamma: errors[2]! },
    converged: found.converged,
  }
}

/**
 * What a day of this customer is expected to bring: between what their own days brought and what everybody's do, the nearer to
 * the former the more days there are. Without a mean of everybody (q not above 1) it is their own.
 */
export function expectedSpend({ p, q, gamma }: Parameters, { repeats: x, average }: Spending): number {
  const days = average > 0 ? x : 0
  if (p * days + q <= 1) return average
  return (p * (gamma + days * average)) / (p * days + q - 1)
}
