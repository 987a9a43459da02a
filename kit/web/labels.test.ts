import { expect, test } from 'vitest'
import { splitIdentifierWords } from './labels.ts'

test.each([
  ['MembershipNo', 'Membership no'],
  ['VerifiedEmailYN', 'Verified email YN'],
  ['IdNo', 'Id no'],
  ['SMSConsent', 'SMS consent'],
  ['full_name', 'Full name'],
])('label: the field name %s without a translation is shown as %s', (name, words) => {
  expect(splitIdentifierWords(name)).toBe(words)
})
