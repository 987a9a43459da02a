import { expect, test } from 'vitest'
import { guessIdentifierType, parseRewardCode } from './identifier.ts'

test('reward code: the reference code of a customer reward and the code of a reward are told apart, in any case and spacing', () => {
  expect(parseRewardCode('rw2611 0000017')).toEqual({ ReferenceCode: 'RW26110000017' })
  expect(parseRewardCode('bd26-gift')).toEqual({ RewardCode: 'BD26-GIFT' })
})

test.each([
  ['JC000008037', 'MembershipNo'],
  ['880412-14-5678', 'IdNo'],
  ['013-991 9589', 'ContactNo'],
  ['+60 13-991 9589', 'ContactNo'],
  ['lim@example.com', 'Email'],
])('customer identifier %s is recognised as %s', (typed, kind) => expect(guessIdentifierType(typed)).toBe(kind))
