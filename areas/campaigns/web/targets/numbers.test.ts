import { expect, test } from 'vitest'
import { extractMembershipNumbers } from './numbers.ts'

test.each([
  ['no content', '', []],
  ['one number on each line', 'JC1\nJC2\r\n\nJC3 ', ['JC1', 'JC2', 'JC3']],
  ['separated numbers in one line', 'JC1, JC2; JC3', ['JC1', 'JC2', 'JC3']],
  ['a matching heading above their column', 'Name,Membership No\n"LIM, A",JC1\nTan,"JC2"', ['JC1', 'JC2']],
  ['another heading above the first column', 'Code\tName\nJC1\tLim\nJC2\tTan', ['JC1', 'JC2']],
  ['a byte order mark', '\ufeffMembershipNo\nJC1', ['JC1']],
])('target list: membership numbers are found in text with %s', (_, text, numbers) => {
  expect(extractMembershipNumbers(text)).toEqual(numbers)
})
