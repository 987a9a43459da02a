import { expect, test } from 'vitest'
import { arrangeColumns, rowFieldValue } from './layout.ts'

const declared = [{ field: 'Name' }, { field: 'Status' }, { field: 'Points' }]
const optional = [{ field: 'Customer.Email' }]
const fields = (...chosenFields: string[]) =>
  arrangeColumns(
    declared,
    optional,
    chosenFields.map((Field) => ({ Field })),
  ).map(({ field }) => field)

test('list columns: the chosen order applies, except that the first declared column stays first', () => {
  expect(arrangeColumns(declared, optional, null)).toEqual(declared)
  expect(fields('Name', 'Customer.Email', 'Status')).toEqual(['Name', 'Customer.Email', 'Status'])
  expect(fields('Points', 'Status')).toEqual(['Name', 'Points', 'Status'])
})

test('list columns: a chosen column that no longer exists is ignored', () => {
  expect(fields('Name', 'Gone', 'Points')).toEqual(['Name', 'Points'])
})

test('list columns: the chosen widths apply', () => {
  expect(arrangeColumns(declared, optional, [{ Field: 'Name', Width: 'wide' }, { Field: 'Points' }])).toEqual([
    { field: 'Name', chosenWidth: 'wide' },
    { field: 'Points', chosenWidth: undefined },
  ])
})

test('nested column: the value is read from its parent object, and is undefined if the parent is null', () => {
  expect(rowFieldValue({ Customer: { Email: 'a@b.my' } }, 'Customer.Email')).toBe('a@b.my')
  expect(rowFieldValue({ Customer: null }, 'Customer.Email')).toBeUndefined()
})
