import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  expectedPurchases,
  fitPurchases,
  groupHistories,
  type PurchaseHistory,
  probabilityCustomerIsActive,
  purchaseLogLikelihood,
} from '#areas/retention/server/model/purchases.ts'
import * as spending from '#areas/retention/server/model/spending.ts'

// Compares the models with an independent evaluation of 60 digits (evaluated.py), and with simulated customers.

type Evaluated = {
  purchases: {
    parameters: [number, number, number, number]
    histories: [number, number, number][]
    value: string
    gradient: string[]
    active: string[]
    expected: string[]
  }
  spending: { parameters: [number, number, number]; spendings: [number, number][]; value: string; gradient: string[] }
}
const evaluated: Evaluated[] = readFileSync(new URL('evaluated.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Returns the relative error, or the absolute error for values below one. */
const errorOf = (actual: number, exact: string) =>
  Math.abs(actual - Number(exact)) / Math.max(1, Math.abs(Number(exact)))
const TOLERANCE = 1e-9

describe('forecast models at 200 random points', () => {
  test('purchase model: likelihood, gradient, probability and expectation equal the paper’s formulas at 200 random points', () => {
    expect(evaluated).toHaveLength(200)
    for (const { purchases } of evaluated) {
      const [r, alpha, a, b] = purchases.parameters
      const histories = purchases.histories.map(([repeats, lastAt, age]) => ({ repeats, lastAt, age }))
      const { value, gradient } = purchaseLogLikelihood({ r, alpha, a, b }, groupHistories(histories))
      expect(errorOf(value, purchases.value)).toBeLessThan(TOLERANCE)
      for (const [index, name] of (['r', 'alpha', 'a', 'b'] as const).entries())
        expect(errorOf(gradient[name], purchases.gradient[index]!)).toBeLessThan(TOLERANCE)
      for (const [index, history] of histories.entries()) {
        expect(
          errorOf(probabilityCustomerIsActive({ r, alpha, a, b }, history), purchases.active[index]!),
        ).toBeLessThan(TOLERANCE)
        expect(
          errorOf(expectedPurchases({ r, alpha, a, b }, history, 365 / 7), purchases.expected[index]!),
        ).toBeLessThan(TOLERANCE)
      }
    }
  })

  test('spending model: likelihood and gradient equal the paper’s formulas at 200 random points', () => {
    for (const { spending: exact } of evaluated) {
      const [p, q, gamma] = exact.parameters
      const spendings = exact.spendings.map(([repeats, average]) => ({ repeats, average }))
      const { value, gradient } = spending.spendingLogLikelihood({ p, q, gamma }, spendings)
      expect(errorOf(value, exact.value)).toBeLessThan(TOLERANCE)
      for (const [index, name] of (['p', 'q', 'gamma'] as const).entries())
        expect(errorOf(gradient[name], exact.gradient[index]!)).toBeLessThan(TOLERANCE)
    }
  })
})

describe('forecast models of simulated customers', () => {
  const truth = { r: 0.8, alpha: 12, a: 0.9, b: 3.1 }
  const chance = randomFrom(7)
  const histories = Array.from({ length: 20_000 }, () => simulate(truth, 40 + 110 * chance.even(), chance))
  const data = groupHistories(histories)
  const fit = fitPurchases(data)

  test('purchase model: fitted to simulated customers, the model has about the parameters of the simulation', () => {
    expect(fit.converged).toBe(true)
    for (const name of ['r', 'alpha', 'a', 'b'] as const) {
      const deviation = Math.log(fit.parameters[name]) - Math.log(truth[name])
      expect(fit.errors[name]).toBeGreaterThan(0)
      expect(fit.errors[name]).toBeLessThan(0.3)
      expect(Math.abs(deviation / fit.errors[name])).toBeLessThan(3)
    }
  })

  test('purchase model: no parameters near the fitted ones have a higher likelihood', () => {
    const steps = [-0.1, -0.01, 0, 0.01, 0.1].map(Math.exp)
    const best = purchaseLogLikelihood(fit.parameters, data).value
    for (const r of steps)
      for (const alpha of steps)
        for (const a of steps)
          for (const b of steps) {
            const { parameters } = fit
            const point = {
              r: parameters.r * r,
              alpha: parameters.alpha * alpha,
              a: parameters.a * a,
              b: parameters.b * b,
            }
            expect(purchaseLogLikelihood(point, data).value).toBeLessThanOrEqual(best + 1e-6)
          }
  })

  test('purchase model: simulated customers buy about as often as the model expects', () => {
    const next = 52
    const rows = Array.from({ length: 20_000 }, () => {
      const history = simulate(truth, 100 + next, chance)
      return { before: truncate(history, 100), later: history.days.filter((day) => day > 100).length }
    })
    for (const repeats of [0, 1, 2, 3]) {
      const matching = rows.filter(({ before }) => before.repeats === repeats)
      const expected = matching.reduce((sum, { before }) => sum + expectedPurchases(fit.parameters, before, next), 0)
      const came = matching.reduce((sum, { later }) => sum + later, 0)
      // A count deviates from its mean by a few times the square root of the mean.
      expect(Math.abs(came - expected)).toBeLessThan(5 * Math.sqrt(expected) + 0.02 * expected)
    }
  })

  test('spending model: fitted to simulated amounts, the model has about the parameters of the simulation', () => {
    const truth = { p: 6, q: 4, gamma: 900 }
    const spendings = Array.from({ length: 8_000 }, () => {
      const repeats = 1 + Math.floor(4 * chance.even())
      const rate = chance.gamma(truth.q) / truth.gamma
      const days = Array.from({ length: repeats }, () => chance.gamma(truth.p) / rate)
      return { repeats, average: days.reduce((sum, day) => sum + day, 0) / repeats }
    })
    const spendingFit = spending.fitSpending(spendings)
    expect(spendingFit.converged).toBe(true)
    for (const name of ['p', 'q', 'gamma'] as const)
      expect(
        Math.abs((Math.log(spendingFit.parameters[name]) - Math.log(truth[name])) / spendingFit.errors[name]),
      ).toBeLessThan(3)
    // Without purchases the expected spend is the overall mean, p gamma / (q − 1).
    expect(spending.expectedSpend(truth, { repeats: 0, average: 0 })).toBeCloseTo(1800, 6)
    expect(spending.expectedSpend(truth, { repeats: 400, average: 5000 })).toBeCloseTo(5000, -2)
  })
})

test('purchase model: the probability of being active falls with inactivity, and sooner for frequent buyers', () => {
  const parameters = { r: 0.8, alpha: 12, a: 0.9, b: 3.1 }
  const after = (repeats: number, silent: number) =>
    probabilityCustomerIsActive(parameters, { repeats, lastAt: 100, age: 100 + silent })
  expect(after(2, 10)).toBeGreaterThan(after(2, 60))
  expect(after(8, 60)).toBeLessThan(after(2, 60))
  expect(probabilityCustomerIsActive(parameters, { repeats: 0, lastAt: 0, age: 500 })).toBe(1)
})

type Chance = ReturnType<typeof randomFrom>

/** Simulates the purchase days of a customer over `age` weeks, by the assumptions of the model. */
function simulate(parameters: { r: number; alpha: number; a: number; b: number }, age: number, chance: Chance) {
  const rate = chance.gamma(parameters.r) / parameters.alpha
  const gammaA = chance.gamma(parameters.a)
  const leaveProbability = gammaA / (gammaA + chance.gamma(parameters.b))
  const days: number[] = []
  let at = 0
  while (true) {
    at -= Math.log(1 - chance.even()) / rate
    if (at > age) break
    days.push(at)
    if (chance.even() < leaveProbability) break
  }
  return { days, repeats: days.length, lastAt: days.at(-1) ?? 0, age }
}

const truncate = ({ days }: { days: number[] }, age: number): PurchaseHistory => {
  const remaining = days.filter((day) => day <= age)
  return { repeats: remaining.length, lastAt: remaining.at(-1) ?? 0, age }
}

/** A seeded generator: the same numbers in every run. */
function randomFrom(seed: number) {
  let state = seed
  const even = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even())
  // Draws from the gamma distribution by the method of Marsaglia and Tsang (2000).
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - even()) ** (1 / shape)
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    while (true) {
      const x = normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(1 - even()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return { even, gamma }
}
