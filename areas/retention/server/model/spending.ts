import { digamma, logGamma } from './gamma.ts'
import { minimiseFunction, penaliseExtremes } from './minimise.ts'

// The model estimates spend per purchase day (Fader and Hardie, "The Gamma-Gamma Model of Monetary Value", 2013).
// A customer's amounts vary around the customer's mean (shape p); the means vary between customers (q, gamma).
// An estimate is not an amount of the ledger, so it is computed in floating point and rounded for storage.

/** Number of a customer's repeat purchase days, and the average amount of these days. */
export type CustomerSpending = { repeats: number; average: number }

export type SpendingModelParameters = { p: number; q: number; gamma: number }

/**
 * Returns the log-likelihood of the model and its gradient by p, q and gamma.
 * Customers with an average of zero or less are skipped.
 */
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

/** Stores the terms of the likelihood that depend only on the number of repeat purchases, so each is computed once. */
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
export function fitSpending(spendings: Iterable<CustomerSpending>): SpendingFit {
  const returning: CustomerSpending[] = []
  for (const spending of spendings) if (spending.repeats > 0 && spending.average > 0) returning.push(spending)
  const mean = returning.reduce((sum, { average }) => sum + average, 0) / returning.length
  // Amounts are divided by their mean before the fit, so that the fit does not depend on the currency.
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
 * Expected amount of a purchase day: a weighted average of the customer's mean and the mean of all customers.
 * The weight of the customer's own mean increases with the number of purchase days.
 * If the mean of all customers does not exist (q not above 1), the function returns the customer's own mean.
 */
export function expectedSpend(
  { p, q, gamma }: SpendingModelParameters,
  { repeats: x, average }: CustomerSpending,
): number {
  const days = average > 0 ? x : 0
  if (p * days + q <= 1) return average
  return (p * (gamma + days * average)) / (p * days + q - 1)
}
