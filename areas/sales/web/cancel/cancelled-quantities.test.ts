import { expect, test } from 'vitest'
import type { Detail } from '../../contract.ts'
import {
  cancellableQuantity,
  exceedsRemainingQuantity,
  findCancellableLines,
  isZeroQuantity,
  quantitiesOfAllLines,
  toCancelDetails,
} from './cancelled-quantities.ts'

const line = (SequenceNo: number, more: Partial<Detail> = {}) =>
  ({
    SequenceNo,
    Quantity: '2.000',
    CancelledQuantity: '0.000',
    NetAmount: '200.00',
    Tax: '0.00',
    PointsEarned: 20,
    PointsReversed: 0,
    ...more,
  }) as Detail

const lines = [
  line(1),
  line(2, { CancelledQuantity: '1.000', PointsReversed: 10 }),
  line(3, { CancelledQuantity: '2.000', PointsReversed: 20 }),
]

test('cancellation form: only quantities that were not returned yet can be selected', () => {
  expect(findCancellableLines(lines).map(cancellableQuantity)).toEqual(['2', '1'])
  expect(quantitiesOfAllLines(lines)).toEqual({ 1: '2', 2: '1' })
})

test('cancellation form: a full cancellation sends no lines, a partial one sends its lines', () => {
  expect(toCancelDetails(lines, quantitiesOfAllLines(lines))).toBeUndefined()
  expect(toCancelDetails(lines, { 1: '1.5' })).toEqual([{ OldSequenceNo: 1, Quantity: '1.5' }])
  expect(toCancelDetails(lines, { 2: '1' })).toEqual([{ OldSequenceNo: 2 }])
})

test('cancellation form: a quantity of zero and a quantity above what is left have different errors', () => {
  expect([isZeroQuantity(''), isZeroQuantity('0'), isZeroQuantity('0.001')]).toEqual([true, true, false])
  expect([exceedsRemainingQuantity(lines[1]!, '1'), exceedsRemainingQuantity(lines[1]!, '1.001')]).toEqual([
    false,
    true,
  ])
})
