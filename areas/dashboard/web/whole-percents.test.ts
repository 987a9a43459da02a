import { expect, test } from 'vitest'
import { wholePercents } from './whole-percents.ts'

test.each([
  [
    [56.6, 32.8, 10.6],
    [57, 33, 10],
  ],
  [
    [41.6, 23.7, 14.7, 6.6, 1.6, 0.6, 11.2],
    [42, 24, 15, 7, 1, 0, 11],
  ],
  [
    [12.5, 87.5],
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
])('dashboard: whole percents of %j add up to 100', (parts, percents) => {
  expect(wholePercents(parts)).toEqual(percents)
})
