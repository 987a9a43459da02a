import { digamma, logGamma } from './gamma.ts'
import { minimise, penaliseExtremes } from './minimise.ts'

// What a customer spends on a purchase day: the gamma-gamma model of Fader and Hardie (2013), "The Gamma-Gamma Model of Monetary Value".
// Amounts vary around an individual mean (shape p), and the means vary between customers (q, gamma). An estimate, not a ledger amount:
// computed in floating point and rounded when it is stored.

/** One customer: purchase days after the first one, and their average amount. */
export type CustomerSpending = { repeats: number; average: number }

export type SpendingParameters = { p: number; q: number; gamma: number }

/** The log-likelihood of the parameters and its gradient by p, q and gamma. Skips averages of zero or less. */
export function logLikelihood({ p, q, gamma }: SpendingParameters, spendings: readonly CustomerSpending[]) {
  const termsFor = cachedTerms({ p, q })
  const gradient = { p: 0, q: 0, gamma: 0 }
  let value = 0
  for (const { repeats: x, average } of spendings) {
    if (x === 0 || average <= 0) continue
    const terms = termsFor(x)
    const total = gamma + average * x
    const logTotal = Math.log(total)
    value +=
      terms.value + q * Math.log(gamma) + (p * x - 1) * Math.log(average) + p * x * Math.log(x) - (p * x + q) * logTotal
    gradient.p += x * (terms.p + Math.log(average) + Math.log(x) - logTotal)
    gradient.q += terms.q + Math.log(gamma) - logTotal
    gradient.gamma += q / gamma - (p * x + q) / total
  }
  return { value, gradient }
}

/** Terms that depend only on the number of repeat purchases, cached by it. */
function cachedTerms({ p, q }: Omit<SpendingParameters, 'gamma'>) {
  const cache = new Map<number, { value: number; p: number; q: number }>()
  return (x: number) => {
    let terms = cache.get(x)
    if (!terms) {
      const digammaSum = digamma(p * x + q)
      terms = {
        value: logGamma(p * x + q) - logGamma(p * x) - logGamma(q),
        p: digammaSum - digamma(p * x),
        q: digammaSum - digamma(q),
      }
      cache.set(x, terms)
    }
    return terms
  }
}

export type SpendingFit = {
  parameters: SpendingParameters
  logLikelihood: number
  errors: SpendingParameters
  converged: boolean
}

/** Maximum-likelihood parameters with the standard errors of their logarithms. */
export function fitSpending(spendings: readonly CustomerSpending[]): SpendingFit {
  const returning = spendings.filter(({ repeats, average }) => repeats > 0 && average > 0)
  const mean = returning.reduce((sum, { average }) => sum + average, 0) / returning.length
  // In units of the mean, so that the scale does not depend on the currency.
  const scaled = returning.map(({ repeats, average }) => ({ repeats, average: average / mean }))
  const toParameters = ([p, q, gamma]: readonly number[]): SpendingParameters => ({
    p: Math.exp(p!),
    q: Math.exp(q!),
    gamma: Math.exp(gamma!),
  })
  const minimum = minimise((logs) => {
    const parameters = toParameters(logs)
    const { value, gradient } = logLikelihood(parameters, scaled)
    const evaluation = {
      value: -value / returning.length,
      gradient: (['p', 'q', 'gamma'] as const).map((name) => (-gradient[name] * parameters[name]) / returning.length),
    }
    return penaliseExtremes(evaluation, logs)
  }, [2, 3, 1].map(Math.log))
  const { p, q, gamma } = toParameters(minimum.point)
  const parameters = { p, q, gamma: gamma * mean }
  const errors = minimum.errors.map((error) => error / Math.sqrt(returning.length))
  return {
    parameters,
    logLikelihood: logLikelihood(parameters, returning).value,
    errors: { p: errors[0]!, q: errors[1]!, gamma: errors[2]! },
    converged: minimum.converged,
  }
}

/**
 * Expected amount of a purchase day of this customer: a weighted mean of their own average and that of all customers; more purchase days
 * give their own more weight. If the overall mean does not exist (q not above 1), their own average.
 */
export function expectedSpend({ p, q, gamma }: SpendingParameters, { repeats: x, average }: CustomerSpending): number {
  const days = average > 0 ? x : 0
  if (p * days + q <= 1) return average
  return (p * (gamma + days * average)) / (p * days + q - 1)
}
