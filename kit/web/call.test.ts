import { texts } from 'virtual:texts/en/entry'
import { beforeAll, describe, expect, test } from 'vitest'
import { CallError, isMissing, parseErrorReply } from './call.ts'
import { errorText } from './i18n.ts'
import { addTexts } from './text-store.ts'

describe('error text of a failed call', () => {
  beforeAll(() => addTexts('en', texts))

  test.each([
    [
      'is the translated server message',
      { code: 'kit.stale', message: 'Changed meanwhile' },
      'Another user has changed this record in the meantime',
    ],
    [
      'is the message of a proxy without a code',
      { message: 'The gateway is being renewed' },
      'The gateway is being renewed',
    ],
    ['is the first of several messages', { message: ['Name is missing', 'Age is missing'] }, 'Name is missing'],
    ['is generic for a body that is not JSON', undefined, 'An error occured'],
    ['is generic for a body without a message', {}, 'An error occured'],
    ['is generic for an empty message', { message: '' }, 'An error occured'],
    ['is generic for an unexpected server error', { code: 'kit.unexpected', message: 'x' }, 'Something went wrong'],
  ])('%s', (_, reply, expected) => {
    expect(errorText(new CallError(502, parseErrorReply(reply))).description).toBe(expected)
  })
})

test.each([
  ['404 from the server with its code', 404, { code: 'customers.not_found', message: 'Record not found' }, true],
  ['404 without a JSON body', 404, undefined, false],
  ['404 from a proxy', 404, { message: 'No such host' }, false],
  ['409 from the server', 409, { code: 'kit.stale', message: 'Changed meanwhile' }, false],
])('missing record: %s → %4$s', (_, status, reply, expected) => {
  expect(isMissing(new CallError(status, parseErrorReply(reply)))).toBe(expected)
})
