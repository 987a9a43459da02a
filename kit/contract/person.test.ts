import { expect, test } from 'vitest'
import { formatPersonName, initialsOfName, nameForGreeting, shortenPersonName } from './person.ts'

test.each([
  ['NUR AISYAH BINTI RAHMAN', 'Nur Aisyah binti Rahman'],
  ['ARAVIND A/L RAJENDRAN', 'Aravind a/l Rajendran'],
  ["SHAUN O'NEIL-TAN", "Shaun O'Neil-Tan"],
  ['LIM CHEE KEONG', 'Lim Chee Keong'],
  ['Claire McDonald', 'Claire McDonald'],
  ['Muhammad Hafiz BIN Zain', 'Muhammad Hafiz bin Zain'],
  ['王小明', '王小明'],
])('personal name: a name stored in upper case is shown in mixed case: %s', (stored, written) => {
  expect(formatPersonName(stored)).toBe(written)
})

test.each([
  ['SITI ROHANI BINTI HASHIM', 'Siti Rohani Hashim'],
  ['Aravind a/l Rajendran', 'Aravind Rajendran'],
  ['Tan Mei Ling', 'Tan Mei Ling'],
])('short name: the short name for lists omits the particle: %s', (stored, written) => {
  expect(shortenPersonName(stored)).toBe(written)
})

test.each([
  ['Siti Rohani binti Hashim', null, 'Siti Rohani'],
  ['LIM CHEE KEONG', null, 'Lim'],
  ['Aravind a/l Rajendran', 'AVI', 'Avi'],
  ['Claire Wilson', '', 'Claire Wilson'],
])('form of address: a person is never addressed by the father’s name: %s', (stored, preferred, written) => {
  expect(nameForGreeting(stored, preferred)).toBe(written)
})

test.each([
  ['Nur Aisyah binti Rahman', 'NA'],
  ['Siti Rohani Hashim', 'SH'],
  ['SITI ROHANI BINTI HASHIM', 'SR'],
  ['Veronica anak Majalap', 'VE'],
  ['Lim Chee Keong', 'LC'],
  ['Claire Wilson', 'CW'],
  ['Claire Anne Wilson', 'CW'],
  ['Madonna', 'MA'],
  ['王小明', '小明'],
  ['Aravind a/l Rajendran', 'AR'],
])('initials: the initials of %s are %s', (stored, written) => {
  expect(initialsOfName(stored)).toBe(written)
})
