import { expect, test } from 'vitest'
import { findFormField, flattenNestedEntries, nestFormEntries, readFormFieldValue } from './nested.ts'

test('nested field: the form has a field for each entry of a nested value, and sends the entries inside their parent', () => {
  const record = { FullName: 'LIM', CustomValues: { RING_SIZE: '12' } }
  const names = ['FullName', 'CustomValues.RING_SIZE', 'CustomValues.STONES']
  expect(flattenNestedEntries(record, names)).toMatchObject({ FullName: 'LIM', 'CustomValues.RING_SIZE': '12' })
  expect(nestFormEntries({ FullName: 'LIM', 'CustomValues.RING_SIZE': '13', 'CustomValues.STONES': null })).toEqual({
    FullName: 'LIM',
    CustomValues: { RING_SIZE: '13', STONES: null },
  })
})

test('nested field: the first dot separates parent and entry, so that the name of an entry can contain dots', () => {
  expect(nestFormEntries({ 'Values.company.name': 'Emas' })).toEqual({ Values: { 'company.name': 'Emas' } })
  expect(readFormFieldValue({ Values: { 'company.name': 'Emas' } }, 'Values.company.name')).toBe('Emas')
})

test('nested field: properties that an object inherits are not entries', () => {
  expect(readFormFieldValue({ CustomValues: {} }, 'CustomValues.constructor')).toBeUndefined()
})

test('nested field: an error inside an entry is shown at the entry’s form field', () => {
  const names = ['FullName', 'CustomValues.STONES']
  expect(findFormField('CustomValues.STONES.0', names)).toBe('CustomValues.STONES')
  expect(findFormField('CustomValues.STONES_B', names)).toBe('CustomValues')
  expect(findFormField('FullName', names)).toBe('FullName')
})
