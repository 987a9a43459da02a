import { expect, test } from 'vitest'
import { areValuesEqual } from './dirty.ts'

test.each([
  [{ A: null }, { A: '' }],
  [{ A: undefined }, {}],
  [{ A: [] }, { A: null }],
  [{ A: { B: ['x'] } }, { A: { B: ['x'] } }],
])('form values: %j and %j are equal', (left, right) => {
  expect(areValuesEqual(left, right)).toBe(true)
})

test.each([
  [{ A: 0 }, { A: null }],
  [{ A: 'N' }, { A: null }],
  [{ A: ['x'] }, { A: ['x', 'y'] }],
  [{ A: '1' }, { A: 1 }],
])('form values: %j and %j differ', (left, right) => {
  expect(areValuesEqual(left, right)).toBe(false)
})
