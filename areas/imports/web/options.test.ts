import { expect, test } from 'vitest'
import { Mapping } from '../contract/mapping.ts'
import { buildImportMapping, defaultFieldValues, defaultImportOptions, toMappingInput } from './options.ts'

const columns = { columns: { Invoice: 'InvoiceNo' }, constants: { Brand: 'Own', SalesOrder: ' ' } }

test('import options: a constant replaces the default value of its field, and an empty constant is ignored', () => {
  const mapping = buildImportMapping('sales', columns, { ...defaultImportOptions, OutletCode: 'KL1', Brand: 'Carat' })
  expect(mapping.constants).toEqual({ OutletCode: 'KL1', Brand: 'Own' })
})

test('import options: a postcode mapping has no outlet, dates or cancellations', () => {
  expect(defaultFieldValues('postcodes', { ...defaultImportOptions, OutletCode: 'KL1' })).toEqual({})
  expect(buildImportMapping('postcodes', { columns: {}, constants: {} }, defaultImportOptions)).toEqual({
    ...{ columns: {}, constants: {}, join: {}, values: {}, ...defaultImportOptions.format },
  })
})

test('import options: the options for cancellations are sent only if their prefix or column is filled in', () => {
  const notice = (input: Partial<typeof defaultImportOptions>) =>
    buildImportMapping('sales', columns, { ...defaultImportOptions, ...input }).cancellations
  expect(notice({ cancellations: 'prefix' })).toEqual({ invoicePrefix: 'C' })
  expect(notice({ cancellations: 'prefix', prefix: ' ' })).toBe(null)
  expect(notice({ cancellations: 'column', column: 'Type' })).toBe(null)
  expect(notice({ cancellations: 'column', column: 'Type', values: ['R'] })).toEqual({ column: 'Type', values: ['R'] })
})

test('import options: joined columns and word replacements are sent once they are complete', () => {
  const options = {
    ...defaultImportOptions,
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
  expect(buildImportMapping('customers', columns, options)).toMatchObject({
    join: { FullName: { columns: ['First Name', 'Last Name'] } },
    values: { Gender: { F: 'Female', M: 'Male' } },
  })
})

test('import options: the options of a stored mapping can be sent again unchanged', () => {
  for (const createMembers of [true, false]) {
    const storedMapping = Mapping.parse(
      buildImportMapping('sales', columns, { ...defaultImportOptions, createMembers }),
    )
    expect(Mapping.parse(toMappingInput(JSON.parse(JSON.stringify(storedMapping))))).toEqual(storedMapping)
  }
})
