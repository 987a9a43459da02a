import { expect, test } from 'vitest'
import { uppercaseAndMoveCaret } from './caret.ts'

test('conversion to capitals: the caret stays where it is', () => {
  expect(uppercaseAndMoveCaret('goLD', 2, { code: false })).toEqual({ text: 'GOLD', caret: 2 })
})

test('conversion to capitals: if a space in a code is removed, the caret moves back by one', () => {
  expect(uppercaseAndMoveCaret('AB cd', 3, { code: true })).toEqual({ text: 'ABCD', caret: 2 })
})

test('conversion to capitals: if a letter becomes two letters, the caret moves forward', () => {
  expect(uppercaseAndMoveCaret('straße', 5, { code: false })).toEqual({ text: 'STRASSE', caret: 6 })
})
