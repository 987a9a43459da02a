import { expect, test } from 'vitest'
import { arranged, valueAt } from './layout.ts'

const declared = [{ field: 'Name' }, { field: 'Status' }, { field: 'Points' }]
const optional = [{ field: 'Customer.Email' }]
const fields = (...chosen: string[]) =>
  arranged(
    declared,
    optional,
    chosen.map((Field) => ({ Field })),
  ).map(({ field }) => field)

test('columns stand as they were chosen, the one that names the row first of all', () => {
  expect(arranged(declared, optional, null)).toEqual(declared)
  expect(fields('Name', 'Customer.Email', 'Status')).toEqual(['Name', 'Customer.Email', 'Status'])
  expect(fields('Points', 'Status')).toEqual(['Name', 'Points', 'Status'])
})

test('a column that is gone is passed over', () => {
  expect(fields('Name', 'Gone', 'Points')).toEqual(['Name', 'Points'])
})

test('a chosen width stays with its column', () => {
  expect(arranged(declared, optional, [{ Field: 'Name', Width: 'wide' }, { Field: 'Points' }])).toEqual([
    { field: 'Name', chosenWidth: 'wide' },
    { field: 'Points', chosenWidth: undefined },
  ])
})

test('a field that nests is found, also where nothing is', () => {
  expect(valueAt({ Customer: { Email: 'a@b.my' } }, 'Customer.Email')).toBe('a@b.my')
  expect(valueAt({ Customer: null }, 'Customer.Email')).toBeUndefined()
})
