import { expect, test } from 'vitest'
import type { Detail } from '../../contract.ts'
import { cancellable, chooseAllLines, detailsOf, isNothing, isTooMuch, leftOf } from './cancelled-quantities.ts'

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

test('cancellation form: only remaining quantities can be selected', () => {
  expect(cancellable(lines).map(leftOf)).toEqual(['2', '1'])
  expect(chooseAllLines(lines)).toEqual({ 1: '2', 2: '1' })
})

test('cancellation form: a full cancellation sends no lines, a partial one its lines', () => {
  expect(detailsOf(lines, chooseAllLines(lines))).toBeUndefined()
  expect(detailsOf(lines, { 1: '1.5' })).toEqual([{ OldSequenceNo: 1, Quantity: '1.5' }])
  expect(detailsOf(lines, { 2: '1' })).toEqual([{ OldSequenceNo: 2 }])
})

test('cancellation form: a quantity of zero and one above the remaining quantity have different errors', () => {
  expect([isNothing(''), isNothing('0'), isNothing('0.001')]).toEqual([true, true, false])
  expect([isTooMuch(lines[1]!, '1'), isTooMuch(lines[1]!, '1.001')]).toEqual([false, true])
})
