import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  expectedPurchases,
  fitPurchases,
  grouped,
  type History,
  logLikelihood,
  probabilityActive,
} from '#areas/retention/server/model/purchases.ts'
import * as spending from '#areas/retention/server/model/spending.ts'

// What the models say, held against an evaluation with sixty digits that shares no code with them (evaluated.py), and
// against customers who were made by the model itself.

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

/** By how much it is off, relative to the figure, or to one where the figure itself is near nothing. */
const off = (found: number, exact: string) => Math.abs(found - Number(exact)) / Math.max(1, Math.abs(Number(exact)))
const ENOUGH = 1e-9

describe('at 200 random places', () => {
  test('likelihood and slope of how often people buy are those of the paper', () => {
    expect(evaluated).toHaveLength(200)
    for (const { purchases } of evaluated) {
      const [r, alpha, a, b] = purchases.parameters
      const histories = purchases.histories.map(([repeats, lastAt, age]) => ({ repeats, lastAt, age }))
      const { value, gradient } = logLikelihood({ r, alpha, a, b }, grouped(histories))
      expect(off(value, purchases.value)).toBeLessThan(ENOUGH)
      for (const [index, name] of (['r', 'alpha', 'a', 'b'] as const).entries())
        expect(off(gradient[name], purchases.gradient[index]!)).toBeLessThan(ENOUGH)
      for (const [index, history] of histories.entries()) {
        expect(off(probabilityActive({ r, alpha, a, b }, history), purchases.active[index]!)).toBeLessThan(ENOUGH)
        expect(off(expectedPurchases({ r, alpha, a, b }, history, 365 / 7), purchases.expected[index]!)).toBeLessThan(
          ENOUGH,
        )
      }
    }
  })

  test('likelihood and slope of what people spend are those of the paper', () => {
    for (const { spending: one } of evaluated) {
      const [p, q, gamma] = one.parameters
      const spendings = one.spendings.map(([repeats, average]) => ({ repeats, average }))
      const { value, gradient } = spending.logLikelihood({ p, q, gamma }, spendings)
      expect(off(value, one.value)).toBeLessThan(ENOUGH)
      for (const [index, name] of (['p', 'q', 'gamma'] as const).entries())
        expect(off(gradient[name], one.gradient[index]!)).toBeLessThan(ENOUGH)
    }
  })
})

describe('customers made by the model', () => {
  const truth = { r: 0.8, alpha: 12, a: 0.9, b: 3.1 }
  const chance = randomFrom(7)
  const histories = Array.from({ length: 20_000 }, () => lived(truth, 40 + 110 * chance.even(), chance))
  const data = grouped(histories)
  const found = fitPurchases(data)

  test('give their parameters back, within what chance allows', () => {
    expect(found.converged).toBe(true)
    for (const name of ['r', 'alpha', 'a', 'b'] as const) {
      const away = Math.log(found.parameters[name]) - Math.log(truth[name])
      expect(found.errors[name]).toBeGreaterThan(0)
      expect(found.errors[name]).toBeLessThan(0.3)
      expect(Math.abs(away / found.errors[name])).toBeLessThan(3)
    }
  })

  test('are nowhere around the optimum likelier than at it', () => {
    const steps = [-0.1, -0.01, 0, 0.01, 0.1].map(Math.exp)
    const best = logLikelihood(found.parameters, data).value
    for (const r of steps)
      for (const alpha of steps)
        for (const a of steps)
          for (const b of steps) {
            const { parameters } = found
            const place = {
              r: parameters.r * r,
              alpha: parameters.alpha * alpha,
              a: parameters.a * a,
              b: parameters.b * b,
            }
            expect(logLikelihood(place, data).value).toBeLessThanOrEqual(best + 1e-6)
          }
  })

  test('buy afterwards about as often as was expected of those who are like them', () => {
    const next = 52
    const rows = Array.from({ length: 20_000 }, () => {
      const after = lived(truth, 100 + next, chance)
      return { before: cut(after, 100), all: after.days.filter((day) => day > 100).length }
    })
    for (const repeats of [0, 1, 2, 3]) {
      const alike = rows.filter(({ before }) => before.repeats === repeats)
      const expected = alike.reduce((sum, { before }) => sum + expectedPurchases(found.parameters, before, next), 0)
      const came = alike.reduce((sum, { all }) => sum + all, 0)
      // Counts of this size differ from their mean by a few times their root.
      expect(Math.abs(came - expected)).toBeLessThan(5 * Math.sqrt(expected) + 0.02 * expected)
    }
  })

  test('spend what the model that made them says', () => {
    const spends = { p: 6, q: 4, gamma: 900 }
    const spendings = Array.from({ length: 8_000 }, () => {
      const repeats = 1 + Math.floor(4 * chance.even())
      const rate = chance.gamma(spends.q) / spends.gamma
      const days = Array.from({ length: repeats }, () => chance.gamma(spends.p) / rate)
      return { repeats, average: days.reduce((sum, day) => sum + day, 0) / repeats }
    })
    const fitted = spending.fitSpending(spendings)
    expect(fitted.converged).toBe(true)
    for (const name of ['p', 'q', 'gamma'] as const)
      expect(Math.abs((Math.log(fitted.parameters[name]) - Math.log(spends[name])) / fitted.errors[name])).toBeLessThan(
        3,
      )
    // Of nobody in particular: the mean of all, here p gamma / (q − 1).
    expect(spending.expectedSpend(spends, { repeats: 0, average: 0 })).toBeCloseTo(1800, 6)
    expect(spending.expectedSpend(spends, { repeats: 400, average: 5000 })).toBeCloseTo(5000, -2)
  })
})

test('somebody silent for long is less likely to come back, and who bought more often is missed sooner', () => {
  const parameters = { r: 0.8, alpha: 12, a: 0.9, b: 3.1 }
  const after = (repeats: number, silent: number) =>
    probabilityActive(parameters, { repeats, lastAt: 100, age: 100 + silent })
  expect(after(2, 10)).toBeGreaterThan(after(2, 60))
  expect(after(8, 60)).toBeLessThan(after(2, 60))
  expect(probabilityActive(parameters, { repeats: 0, lastAt: 0, age: 500 })).toBe(1)
})

type Chance = ReturnType<typeof randomFrom>

/** The days of somebody who was a customer of this kind for so many weeks, as the model's story goes. */
function lived(of: { r: number; alpha: number; a: number; b: number }, age: number, chance: Chance) {
  const rate = chance.gamma(of.r) / of.alpha
  const one = chance.gamma(of.a)
  const leaves = one / (one + chance.gamma(of.b))
  const days: number[] = []
  let at = 0
  while (true) {
    at -= Math.log(1 - chance.even()) / rate
    if (at > age) break
    days.push(at)
    if (chance.even() < leaves) break
  }
  return { days, repeats: days.length, lastAt: days.at(-1) ?? 0, age }
}

const cut = ({ days }: { days: number[] }, age: number): History => {
  const kept = days.filter((day) => day <= age)
  return { repeats: kept.length, lastAt: kept.at(-1) ?? 0, age }
}

/** The same numbers at each run. */
function randomFrom(seed: number) {
  let state = seed
  const even = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even())
  // Marsaglia and Tsang (2000).
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
