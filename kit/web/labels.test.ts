import { expect, test } from 'vitest'
import { readableName } from './labels.ts'

test.each([
  ['MembershipNo', 'Membership no'],
  ['VerifiedEmailYN', 'Verified email YN'],
  ['IdNo', 'Id no'],
  ['SMSConsent', 'SMS consent'],
  ['full_name', 'Full name'],
])('label of a field without a text: %s → %s', (name, words) => {
  expect(readableName(name)).toBe(words)
})
