import { expect, test } from 'vitest'
import { upperCased } from './caret.ts'

test('capitals leave the caret where it was', () => {
  expect(upperCased('goLD', 2, { code: false })).toEqual({ text: 'GOLD', caret: 2 })
})

test('a blank that a code does not take moves the caret back by one', () => {
  expect(upperCased('AB cd', 3, { code: true })).toEqual({ text: 'ABCD', caret: 2 })
})

test('a letter that becomes two takes the caret along', () => {
  expect(upperCased('straße', 5, { code: false })).toEqual({ text: 'STRASSE', caret: 6 })
})
