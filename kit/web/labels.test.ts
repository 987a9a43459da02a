import { expect, test } from 'vitest'
import { wordsOf } from './labels.ts'

test.each([
  ['MembershipNo', 'Membership no'],
  ['VerifiedEmailYN', 'Verified email YN'],
  ['IdNo', 'Id no'],
  ['SMSConsent', 'SMS consent'],
  ['full_name', 'Full name'],
])('a field that nobody named yet is readable: %s', (name, words) => {
  expect(wordsOf(name)).toBe(words)
})
