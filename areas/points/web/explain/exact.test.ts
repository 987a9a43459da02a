import { expect, test } from 'vitest'
import type { ExplainedLot } from '../../contract.ts'
import { formatExactPoints, splitPointsBeforeCap, sumWholeParts } from './exact.ts'

test.each([
  ['350.000000', '350.00'],
  ['194.985000', '194.985'],
  ['0.333333', '0.333333'],
  ['-0.850000', '−0.85'],
  ['1234567.500000', '1,234,567.50'],
  ['0', '0.00'],
  [null, ''],
])('exact points: %s is shown as %s', (exact, text) => {
  expect(formatExactPoints(exact)).toBe(text)
})

test('explanation of points: the whole points of the lines are shown as a sum, without lines that earn nothing', () => {
  const lines = ['350.000000', '194.985000', '0', '26.850000'].map((Exact) => ({ Exact })) as ExplainedLot['Lines']
  expect(sumWholeParts(lines)).toEqual({ parts: '350 + 194 + 26', sum: 570 })
})

const lotOf = (lines: [exact: string, points: number][], points: number) => {
  const Lines = lines.map(([Exact, PointsEarned], index) => ({ SequenceNo: index + 1, Exact, PointsEarned }))
  const exact = lines.reduce((sum, [line]) => sum + Number(line), 0)
  return { Lines, Whole: { Exact: exact.toFixed(6), PointsEarned: points } } as unknown as ExplainedLot
}

test('explanation of points: exact points and rounding add up to the points of each line and of the sale', () => {
  const { points, rounding, lines } = splitPointsBeforeCap(
    lotOf(
      [
        ['350.000000', 350],
        ['194.985000', 195],
        ['26.850000', 26],
      ],
      571,
    ),
    false,
  )
  expect([...lines.values()]).toEqual([
    { points: 350, rounding: '0.000000' },
    { points: 195, rounding: '0.015000' },
    { points: 26, rounding: '-0.850000' },
  ])
  expect({ points, rounding }).toEqual({ points: 571, rounding: '-0.835000' })
})

test('explanation of capped points: lines show their whole points, and the cap can be a separate row below them', () => {
  const { points, rounding, lines } = splitPointsBeforeCap(
    lotOf(
      [
        ['350.500000', 70],
        ['150.000000', 30],
      ],
      100,
    ),
    true,
  )
  expect([...lines.values()].map((line) => line.points)).toEqual([350, 150])
  expect({ points, rounding }).toEqual({ points: 500, rounding: '-0.500000' })
})
