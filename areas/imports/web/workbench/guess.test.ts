import { expect, test } from 'vitest'
import { guessColumns, missingTargets } from './guess.ts'

const target = (field: string, label: string, required = false) => ({ field, label, required, example: '' })
const targets = [
  target('InvoiceNo', 'Invoice no', true),
  target('Email', 'E-mail'),
  target('FullName', 'Name'),
  target('No', 'No'),
]

test('column guess: ignores case and spelling variants', () => {
  expect(guessColumns(['invoice_number', 'E-MAIL', 'Full Name'], targets)).toEqual({
    invoice_number: 'InvoiceNo',
    'E-MAIL': 'Email',
    'Full Name': 'FullName',
  })
})

test('column guess: a longer name is matched in part, a short one only as a whole', () => {
  expect(guessColumns(['Customer e-mail address', 'Notes'], targets)).toEqual({ 'Customer e-mail address': 'Email' })
})

test('column guess: a field gets one column only', () => {
  expect(guessColumns(['Email', 'e_mail'], targets)).toEqual({ Email: 'Email' })
})

test('missing fields: a required field may have a constant instead of a column', () => {
  expect(missingTargets(targets, { columns: {}, constants: {} }).map(({ field }) => field)).toEqual(['InvoiceNo'])
  expect(missingTargets(targets, { columns: {}, constants: { InvoiceNo: ' ' } })).toHaveLength(1)
  expect(missingTargets(targets, { columns: {}, constants: { InvoiceNo: 'X' } })).toEqual([])
})

test('missing fields: one of several alternative fields is enough; without any, the required field is missing', () => {
  const alternatives = [
    { ...target('CustomerRef', 'Reference', true), or: ['IdNo', 'ContactNo'] },
    target('IdNo', 'Identity'),
  ]
  expect(missingTargets(alternatives, { columns: {}, constants: {} })).toHaveLength(1)
  expect(missingTargets(alternatives, { columns: { IC: 'IdNo' }, constants: {} })).toEqual([])
})
