import { digamma, logGamma } from './gamma.ts'
import { minimiseFunction, penaliseExtremes } from './minimise.ts'

// Estimates spend per purchase day by the model of Fader and Hardie (2013), "The Gamma-Gamma Model of Monetary Value".
// Amounts vary around each customer's mean (shape p), and these means vary between customers (q, gamma).
// The result is an estimate, not a ledger amount: it is computed in floating point and rounded for storage.

/** One customer: the number of repeat purchase days, and their average amount. */
export type CustomerSpending = { repeats: number; average: number }

export type SpendingModelParameters = { p: number; q: number; gamma: number }

/** Returns the log-likelihood and its gradient by p, q and gamma. Skips customers with an average of zero or less. */
export function spendingLogLikelihood(
  { p, q, gamma }: SpendingModelParameters,
  spendings: readonly CustomerSpending[],
) {
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

/** Caches the terms that depend only on the number of repeat purchases. */
function cachedTerms({ p, q }: Omit<SpendingModelParameters, 'gamma'>) {
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
  parameters: SpendingModelParameters
  logLikelihood: number
  errors: SpendingModelParameters
  converged: boolean
}

/** Returns the maximum-likelihood parameters and the standard errors of their logarithms. */
export function fitSpending(spendings: readonly CustomerSpending[]): SpendingFit {
  const returning = spendings.filter(({ repeats, average }) => repeats > 0 && average > 0)
  const mean = returning.reduce((sum, { average }) => sum + average, 0) / returning.length
  // Amounts are divided by their mean, so that the fit does not depend on the currency.
  const scaled = returning.map(({ repeats, average }) => ({ repeats, average: average / mean }))
  const toParameters = ([p, q, gamma]: readonly number[]): SpendingModelParameters => ({
    p: Math.exp(p!),
    q: Math.exp(q!),
    gamma: Math.exp(gamma!),
  })
  const minimum = minimiseFunction((logs) => {
    const parameters = toParameters(logs)
    const { value, gradient } = spendingLogLikelihood(parameters, scaled)
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
    logLikelihood: spendingLogLikelihood(parameters, returning).value,
    errors: { p: errors[0]!, q: errors[1]!, gamma: errors[2]! },
    converged: minimum.converged,
  }
}

/**
 * Expected amount of a purchase day: the customer's average weighted against the average of all customers.
 * More purchase days increase the weight of the customer's own average.
 * Without an overall mean (q not above 1) the customer's own average is returned.
 */
export function expectedSpend(
  { p, q, gamma }: SpendingModelParameters,
  { repeats: x, average }: CustomerSpending,
): number {
  const days = average > 0 ? x : 0
  if (p * days + q <= 1) return average
  return (p * (gamma + days * average)) / (p * days + q - 1)
}
