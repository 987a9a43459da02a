import { expect, test } from 'vitest'
import { toUpperCaseWithCaret } from './caret.ts'

test('conversion to capitals: the caret stays where it is', () => {
  expect(toUpperCaseWithCaret('goLD', 2, { code: false })).toEqual({ text: 'GOLD', caret: 2 })
})

test('conversion to capitals: if a space in a code is removed, the caret moves back by one', () => {
  expect(toUpperCaseWithCaret('AB cd', 3, { code: true })).toEqual({ text: 'ABCD', caret: 2 })
})

test('conversion to capitals: if a letter becomes two letters, the caret moves forward', () => {
  expect(toUpperCaseWithCaret('straße', 5, { code: false })).toEqual({ text: 'STRASSE', caret: 6 })
})
