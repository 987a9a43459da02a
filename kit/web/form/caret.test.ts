import { expect, test } from 'vitest'
import { raised } from './caret.ts'

test('capitals leave the caret where it was', () => {
  expect(raised('goLD', 2, { code: false })).toEqual({ text: 'GOLD', caret: 2 })
})

test('a blank that a code does not take moves the caret back by one', () => {
  expect(raised('AB cd', 3, { code: true })).toEqual({ text: 'ABCD', caret: 2 })
})

test('a letter that becomes two takes the caret along', () => {
  expect(raised('straße', 5, { code: false })).toEqual({ text: 'STRASSE', caret: 6 })
})
