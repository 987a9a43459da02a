import { expect, test } from 'vitest'
import { codeOf, kindOf } from './identifier.ts'

test('a reference of what a member holds is told from the code of a reward, however it was typed', () => {
  expect(codeOf('rw2611 0000017')).toEqual({ ReferenceCode: 'RW26110000017' })
  expect(codeOf('bd26-gift')).toEqual({ RewardCode: 'BD26-GIFT' })
})

test.each([
  ['JC000008037', 'MembershipNo'],
  ['880412-14-5678', 'IdNo'],
  ['013-991 9589', 'ContactNo'],
  ['+60 13-991 9589', 'ContactNo'],
  ['lim@example.com', 'Email'],
])('%s is taken for %s', (typed, kind) => expect(kindOf(typed)).toBe(kind))
