import { expect, test } from 'vitest'
import { toUpperCaseWithCaret } from './caret.ts'

test('conversion to capitals: the caret keeps its position', () => {
  expect(toUpperCaseWithCaret('goLD', 2, { code: false })).toEqual({ text: 'GOLD', caret: 2 })
})

test('conversion to capitals: a space removed from a code moves the caret back by one', () => {
  expect(toUpperCaseWithCaret('AB cd', 3, { code: true })).toEqual({ text: 'ABCD', caret: 2 })
})

test('conversion to capitals: a letter that becomes two letters moves the caret forward', () => {
  expect(toUpperCaseWithCaret('straße', 5, { code: false })).toEqual({ text: 'STRASSE', caret: 6 })
})
