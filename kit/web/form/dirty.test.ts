import { expect, test } from 'vitest'
import { same } from './dirty.ts'

test.each([
  [{ A: null }, { A: '' }],
  [{ A: undefined }, {}],
  [{ A: [] }, { A: null }],
  [{ A: { B: ['x'] } }, { A: { B: ['x'] } }],
])('%j and %j are the same to a person', (one, other) => {
  expect(same(one, other)).toBe(true)
})

test.each([
  [{ A: 0 }, { A: null }],
  [{ A: 'N' }, { A: null }],
  [{ A: ['x'] }, { A: ['x', 'y'] }],
  [{ A: '1' }, { A: 1 }],
])('%j and %j are not', (one, other) => {
  expect(same(one, other)).toBe(false)
})
