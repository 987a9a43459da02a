import { expect, test } from 'vitest'
import { calculateRateExample } from './sentence.ts'

test.each([
  ['10.00', '1.00', '100'],
  ['10', '1', '100'],
  ['3', '1', '333'],
  ['0.01', '1.5', '150,000'],
  ['10.00', '0', '0'],
])('rate example: %s for %s points gives the expected points for RM 1,000', (amount, rate, points) => {
  expect(calculateRateExample(amount, rate)).toMatchObject({ points })
})

test.each([
  ['0.00', '1'],
  ['', '1'],
  ['10', undefined],
  ['1.005', '1'],
])('rate example: the amount %s and the rate %s give no example', (amount, rate) => {
  expect(calculateRateExample(amount, rate)).toBeUndefined()
})
