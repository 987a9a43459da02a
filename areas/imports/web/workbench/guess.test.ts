import { expect, test } from 'vitest'
import { guessColumns, missingTargets } from './guess.ts'

const target = (field: string, label: string, required = false) => ({ field, label, required, example: '' })
const targets = [
  target('InvoiceNo', 'Invoice no', true),
  target('Email', 'E-mail'),
  target('FullName', 'Name'),
  target('No', 'No'),
]

test('columns find their fields whatever the spelling', () => {
  expect(guessColumns(['invoice_number', 'E-MAIL', 'Full Name'], targets)).toEqual({
    invoice_number: 'InvoiceNo',
    'E-MAIL': 'Email',
    'Full Name': 'FullName',
  })
})

test('a longer name is recognised, a short one is not guessed at', () => {
  expect(guessColumns(['Customer e-mail address', 'Notes'], targets)).toEqual({ 'Customer e-mail address': 'Email' })
})

test('a field is given one column only', () => {
  expect(guessColumns(['Email', 'e_mail'], targets)).toEqual({ Email: 'Email' })
})

test('a required field may have a constant instead of a column', () => {
  expect(missingTargets(targets, { columns: {}, constants: {} }).map(({ field }) => field)).toEqual(['InvoiceNo'])
  expect(missingTargets(targets, { columns: {}, constants: { InvoiceNo: ' ' } })).toHaveLength(1)
  expect(missingTargets(targets, { columns: {}, constants: { InvoiceNo: 'X' } })).toEqual([])
})

test('one of several fields that tell a row apart is enough, and without any of them it is missing', () => {
  const alternatives = [
    { ...target('CustomerRef', 'Reference', true), or: ['IdNo', 'ContactNo'] },
    target('IdNo', 'Identity'),
  ]
  expect(missingTargets(alternatives, { columns: {}, constants: {} })).toHaveLength(1)
  expect(missingTargets(alternatives, { columns: { IC: 'IdNo' }, constants: {} })).toEqual([])
})
