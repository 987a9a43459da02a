import { expect, test } from 'vitest'
import { prefillFieldFromSearch } from './carried.ts'

const today = '2026-11-21'

test.each([
  ['an e-mail address', 'Mei.Ling@Mail.example', { Email: 'mei.ling@mail.example' }],
  ['a Malaysian identity number', '880214-14-5678', { IdType: 'NRIC', IdNo: '880214145678' }],
  ['a phone number as spoken', '012-345 6789', { ContactNo: '012-345 6789' }],
  ['a phone with its country code', '+60 12-3456 7890', { ContactNo: '+60 12-3456 7890' }],
  ['a name', 'tan mei ling', { FullName: 'TAN MEI LING' }],
  ['a passport', 'a12345678', { IdType: 'Passport', IdNo: 'A12345678' }],
])('registration form: a searched %s prefills the matching field', (_, typed, expected) => {
  expect(prefillFieldFromSearch(typed, today)).toEqual(expected)
})

test.each(['', '   ', 'JC000010124'])('registration form: the search text %j prefills no field', (typed) => {
  expect(prefillFieldFromSearch(typed, today)).toEqual({})
})
