import { expect, test } from 'vitest'
import { stepsOf } from './trend-months.ts'

const DAY_MS = 86_400_000
const at = (place: number) => new Date(Date.parse('2026-01-30') + place * DAY_MS).toISOString().slice(0, 10)
const trend = (length: number, Sales: string | null = '0.10') => ({
  Until: '2026-03-02',
  Days: Array.from({ length }, (_, place) => ({
    Date: at(place),
    Sales,
    Registered: 1,
    Before: at(place - length),
    SalesBefore: Sales === null ? null : '0.20',
    RegisteredBefore: 2,
  })),
})

test('up to 62 days stand day by day, more by month: each with its days that have begun, on both sides', () => {
  expect(stepsOf(trend(62))).toMatchObject({ monthly: false, steps: { length: 62 } })
  const { steps, monthly } = stepsOf(trend(63))
  expect(monthly).toBe(true)
  expect(
    steps.map((step) => [step.Date, step.Sales, step.SalesBefore, step.Registered, step.RegisteredBefore]),
  ).toEqual([
    ['2026-01-30', '0.20', '0.40', 2, 4],
    ['2026-02-01', '2.80', '5.60', 28, 56],
    // Of March the first and second have begun; April is still to come.
    ['2026-03-01', '0.20', '0.40', 2, 4],
    ['2026-04-01', '0.10', '0.20', 1, 2],
  ])
  expect(stepsOf(trend(63, null)).steps[1]).toMatchObject({ Sales: null, SalesBefore: null })
})
