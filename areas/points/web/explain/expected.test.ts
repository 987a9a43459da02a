import { expect, test } from 'vitest'
import type { ExplainedLot } from '../../contract.ts'
import { expectedPoints } from './expected.ts'

const line = (NetAmount: string, more: Partial<ExplainedLot['Lines'][number]> = {}) =>
  ({ NetAmount, EligibleYN: 'Y', RateAmount: '10.00', PointRate: '1.00', ...more }) as ExplainedLot['Lines'][number]

test('points follow rate and multipliers, and are rounded down once for all lines', () => {
  const lot = { Lines: [line('19.99'), line('9.99')], StructureMultiplier: null, LevelMultiplier: '1.50' }

  expect(expectedPoints(lot)).toBe(4)
  expect(expectedPoints({ ...lot, StructureMultiplier: '2.00' })).toBe(8)
})

test('lines that earn nothing and lines without a rate do not count', () => {
  const Lines = [
    line('100.00'),
    line('100.00', { EligibleYN: 'N' }),
    line('100.00', { RateAmount: null, PointRate: null }),
  ]

  expect(expectedPoints({ Lines, StructureMultiplier: null, LevelMultiplier: null })).toBe(10)
})
