import { texts } from 'virtual:texts/en/entry'
import { beforeAll, describe, expect, test } from 'vitest'
import { CallError, heard, isMissing } from './call.ts'
import { errorText } from './i18n.ts'
import { addTexts } from './text-store.ts'

describe('what is shown when a call fails', () => {
  beforeAll(() => addTexts('en', texts))

  test.each([
    [
      'the words of the server',
      { code: 'kit.stale', message: 'Changed meanwhile' },
      'Another user has changed this record in the meantime',
    ],
    ['the words of a program in between', { message: 'The gateway is being renewed' }, 'The gateway is being renewed'],
    ['the first of several messages', { message: ['Name is missing', 'Age is missing'] }, 'Name is missing'],
    ['that it failed, of a page instead of an answer', undefined, 'An error occured'],
    ['that it failed, of an answer without a word', {}, 'An error occured'],
    ['that it failed, of an empty message', { message: '' }, 'An error occured'],
    ['that the server does not know either', { code: 'kit.unexpected', message: 'x' }, 'Something went wrong'],
  ])('%s', (_, reply, expected) => {
    expect(errorText(new CallError(502, heard(reply))).description).toBe(expected)
  })
})

test.each([
  ['of the server, in its own words', 404, { code: 'customers.not_found', message: 'Record not found' }, true],
  ['of a page instead of an answer', 404, undefined, false],
  ['of a program in between', 404, { message: 'No such host' }, false],
  ['of another failure', 409, { code: 'kit.stale', message: 'Changed meanwhile' }, false],
])('whether a record is missing: the answer %s', (_, status, reply, expected) => {
  expect(isMissing(new CallError(status, heard(reply)))).toBe(expected)
})
