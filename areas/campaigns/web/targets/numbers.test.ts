import { expect, test } from 'vitest'
import { membershipNumbersIn } from './numbers.ts'

test.each([
  ['nothing', '', []],
  ['one on each line', 'JC1\nJC2\r\n\nJC3 ', ['JC1', 'JC2', 'JC3']],
  ['separated in one line', 'JC1, JC2; JC3', ['JC1', 'JC2', 'JC3']],
  ['in the column with a matching heading', 'Name,Membership No\n"LIM, A",JC1\nTan,"JC2"', ['JC1', 'JC2']],
  ['in the first column below another heading', 'Code\tName\nJC1\tLim\nJC2\tTan', ['JC1', 'JC2']],
  ['after a byte order mark', '\ufeffMembershipNo\nJC1', ['JC1']],
])('membership numbers are found in a text: %s', (_, text, numbers) => {
  expect(membershipNumbersIn(text)).toEqual(numbers)
})
