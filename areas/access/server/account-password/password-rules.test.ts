import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword } from './password-rules.ts'

test('common passwords: every breached password of the list is refused, also in capitals', () => {
  const list = dictionary['passwords-common'] as string[]
  expect(list.length).toBeGreaterThan(40_000)
  expect(list.filter((password) => !isCommonPassword(password))).toEqual([])
  expect(list.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([])
})

test.each(['Liverpool-2026!', 'liverpoolliverpool', 'L1v3rp00l', 'manchester.9'])(
  'common passwords: %s is refused, because a listed word is most of it',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

test.each(['a pearl for the counter', 'seven teapots on a raft', 'quokka 8471 9926 0357 1148', 'Xq7vRt2LmZ9k'])(
  'common passwords: %s is accepted',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)
