import { expect, test } from 'vitest'
import { Mapping } from '../contract/mapping.ts'
import { defaultsOf, mappingAgain, mappingOf, usual } from './options.ts'

const columns = { columns: { Invoice: 'InvoiceNo' }, constants: { Brand: 'Own', SalesOrder: ' ' } }

test('a value given for every row goes before the default, and an empty one is none', () => {
  const mapping = mappingOf('sales', columns, { ...usual, OutletCode: 'KL1', Brand: 'Carat' })
  expect(mapping.constants).toEqual({ OutletCode: 'KL1', Brand: 'Own' })
})

test('postcodes are told nothing of outlets, dates or cancellations', () => {
  expect(defaultsOf('postcodes', { ...usual, OutletCode: 'KL1' })).toEqual({})
  expect(mappingOf('postcodes', { columns: {}, constants: {} }, usual)).toEqual({
    ...{ columns: {}, constants: {}, join: {}, values: {}, ...usual.format },
  })
})

test('cancellations are told by a prefix or a column only once that is complete', () => {
  const notice = (input: Partial<typeof usual>) => mappingOf('sales', columns, { ...usual, ...input }).cancellations
  expect(notice({ cancellations: 'prefix' })).toEqual({ invoicePrefix: 'C' })
  expect(notice({ cancellations: 'prefix', prefix: ' ' })).toBe(null)
  expect(notice({ cancellations: 'column', column: 'Type' })).toBe(null)
  expect(notice({ cancellations: 'column', column: 'Type', values: ['R'] })).toEqual({ column: 'Type', values: ['R'] })
})

test('joined columns and words of the file are sent once they are complete', () => {
  const options = {
    ...usual,
    join: [
      { field: 'FullName', columns: ['First Name', 'Last Name'] },
      { field: null, columns: ['Note'] },
    ],
    words: [
      { field: 'Gender', word: 'F', value: 'Female' },
      { field: 'Gender', word: 'M', value: 'Male' },
      { field: 'Gender', word: 'X', value: ' ' },
    ],
  }
  expect(mappingOf('customers', columns, options)).toMatchObject({
    join: { FullName: { columns: ['First Name', 'Last Name'] } },
    values: { Gender: { F: 'Female', M: 'Male' } },
  })
})

test('a mapping that was kept can be sent again', () => {
  for (const createMembers of [true, false]) {
    const kept = Mapping.parse(mappingOf('sales', columns, { ...usual, createMembers }))
    expect(Mapping.parse(mappingAgain(JSON.parse(JSON.stringify(kept))))).toEqual(kept)
  }
})
