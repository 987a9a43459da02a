import { expect, test } from 'vitest'
import { guessColumnMapping, listMissingTargets } from './guess.ts'

const target = (field: string, label: string, required = false) => ({ field, label, required, example: '' })
const targets = [
  target('InvoiceNo', 'Invoice no', true),
  target('Email', 'E-mail'),
  target('FullName', 'Name'),
  target('No', 'No'),
]

test('suggested column: differences in case and spelling of the header are ignored', () => {
  expect(guessColumnMapping(['invoice_number', 'E-MAIL', 'Full Name'], targets)).toEqual({
    invoice_number: 'InvoiceNo',
    'E-MAIL': 'Email',
    'Full Name': 'FullName',
  })
})

test('suggested column: a long field name also matches a part of the header, a short one only the whole header', () => {
  expect(guessColumnMapping(['Customer e-mail address', 'Notes'], targets)).toEqual({
    'Customer e-mail address': 'Email',
  })
})

test('suggested column: a field is suggested for one column only', () => {
  expect(guessColumnMapping(['Email', 'e_mail'], targets)).toEqual({ Email: 'Email' })
})

test('missing fields: a required field can have a constant instead of a column', () => {
  expect(listMissingTargets(targets, { columns: {}, constants: {} }).map(({ field }) => field)).toEqual(['InvoiceNo'])
  expect(listMissingTargets(targets, { columns: {}, constants: { InvoiceNo: ' ' } })).toHaveLength(1)
  expect(listMissingTargets(targets, { columns: {}, constants: { InvoiceNo: 'X' } })).toEqual([])
})

test('missing fields: a required field with alternatives is missing only if none of its alternatives has a column', () => {
  const alternatives = [
    { ...target('CustomerRef', 'Reference', true), or: ['IdNo', 'ContactNo'] },
    target('IdNo', 'Identity'),
  ]
  expect(listMissingTargets(alternatives, { columns: {}, constants: {} })).toHaveLength(1)
  expect(listMissingTargets(alternatives, { columns: { IC: 'IdNo' }, constants: {} })).toEqual([])
})
