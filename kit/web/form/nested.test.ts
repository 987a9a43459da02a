import { expect, test } from 'vitest'
import { fieldAt, nested, valueAt, withEntries } from './nested.ts'

test('an entry of a field is a field of the form and goes to the call in its place', () => {
  const record = { FullName: 'LIM', CustomValues: { RING_SIZE: '12' } }
  const names = ['FullName', 'CustomValues.RING_SIZE', 'CustomValues.STONES']
  expect(withEntries(record, names)).toMatchObject({ FullName: 'LIM', 'CustomValues.RING_SIZE': '12' })
  expect(nested({ FullName: 'LIM', 'CustomValues.RING_SIZE': '13', 'CustomValues.STONES': null })).toEqual({
    FullName: 'LIM',
    CustomValues: { RING_SIZE: '13', STONES: null },
  })
})

test('an entry is only what the record holds itself', () => {
  expect(valueAt({ CustomValues: {} }, 'CustomValues.constructor')).toBeUndefined()
})

test('what is refused within an entry stands under its field', () => {
  const names = ['FullName', 'CustomValues.STONES']
  expect(fieldAt('CustomValues.STONES.0', names)).toBe('CustomValues.STONES')
  expect(fieldAt('CustomValues.STONES_B', names)).toBe('CustomValues')
  expect(fieldAt('FullName', names)).toBe('FullName')
})
