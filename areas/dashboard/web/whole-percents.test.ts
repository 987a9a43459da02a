import { expect, test } from 'vitest'
import { toWholePercents } from './whole-percents.ts'

test.each([
  [
    [566, 328, 106],
    [57, 33, 10],
  ],
  [
    [416, 237, 147, 66, 16, 6, 112],
    [42, 24, 15, 7, 1, 0, 11],
  ],
  [
    [125, 875],
    [12, 88],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [[7], [100]],
  [
    [0, 0],
    [0, 0],
  ],
])('dashboard: %j as whole percents gives %j', (parts, percents) => {
  expect(toWholePercents(parts)).toEqual(percents)
})
