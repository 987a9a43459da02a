import { texts } from 'virtual:texts/en/entry'
import { beforeAll, describe, expect, test } from 'vitest'
import { CallError, isNotFoundError, parseErrorReply } from './call.ts'
import { errorText } from './i18n.ts'
import { addTexts } from './text-store.ts'

describe('error message of a failed call', () => {
  beforeAll(() => addTexts('en', texts))

  test.each([
    [
      'a message with a known code is translated',
      { code: 'kit.stale', message: 'Changed meanwhile' },
      'Another user has changed this record in the meantime',
    ],
    [
      'a message of a proxy without a code is shown unchanged',
      { message: 'The gateway is being renewed' },
      'The gateway is being renewed',
    ],
    ['the first of several messages is shown', { message: ['Name is missing', 'Age is missing'] }, 'Name is missing'],
    ['a body that is not JSON leads to a generic text', undefined, 'An error occured'],
    ['a body without a message leads to a generic text', {}, 'An error occured'],
    ['an empty message leads to a generic text', { message: '' }, 'An error occured'],
    [
      'an unexpected server error leads to a generic text',
      { code: 'kit.unexpected', message: 'x' },
      'Something went wrong',
    ],
  ])('error message of a failed call: %s', (_, reply, expected) => {
    expect(errorText(new CallError(502, parseErrorReply(reply))).description).toBe(expected)
  })
})

test.each([
  ['404 from the server with its code', 404, { code: 'customers.not_found', message: 'Record not found' }, true],
  ['404 without a JSON body', 404, undefined, false],
  ['404 from a proxy', 404, { message: 'No such host' }, false],
  ['409 from the server', 409, { code: 'kit.stale', message: 'Changed meanwhile' }, false],
])('isMissing: a %s gives %4$s', (_, status, reply, expected) => {
  expect(isNotFoundError(new CallError(status, parseErrorReply(reply)))).toBe(expected)
})
