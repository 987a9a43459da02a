import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import {
  apiReleaseFile,
  findApiChanges,
  type ProgramCalls,
  programCallsOfDocument,
  readLastApiRelease,
} from './api-changes.ts'
import type { ApiDocument } from './api-document.ts'
import { releaseInfo } from './release.ts'

// Programs of other companies must keep working after an update.
// To store the calls of a new release, run `API_RELEASE=write npx vitest run app/server/api-changes.test.ts`.

const app = useApp({ apiDocs: true })
let present: ProgramCalls

beforeAll(async () => {
  present = programCallsOfDocument((await app.inject({ method: 'GET', url: '/api/openapi.json' })).body as ApiDocument)
  if (process.env.API_RELEASE === 'write')
    writeFileSync(apiReleaseFile, `${JSON.stringify({ release: releaseInfo.version, calls: present })}\n`)
})

test('API changes: programs written for the last release keep working', () => {
  expect(Object.keys(readLastApiRelease().calls).length).toBeGreaterThan(10)
  expect(findApiChanges(readLastApiRelease().calls, present).breaking).toEqual([])
})

test('API changes: /api/changes.json lists what was added since the last release', async () => {
  const { status, body } = await app.inject({ method: 'GET', url: '/api/changes.json' })
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      from: readLastApiRelease().release,
      to: releaseInfo.version,
      ...findApiChanges(readLastApiRelease().calls, present),
    },
  })
})

describe('changes of the API that break programs', () => {
  const CALL = 'POST /customer/memberships/transaction-summaries/add'
  const changed = (change: (call: ProgramCalls[string]) => void) => {
    const calls = structuredClone(present)
    change(calls[CALL]!)
    return findApiChanges(present, calls)
  }

  test.each<[name: string, change: (call: ProgramCalls[string]) => void, sentence: string]>([
    ['a removed request field', ({ request }) => delete request.Remarks, 'request field Remarks is no longer accepted'],
    [
      'a new required request field',
      ({ request }) => (request['Details[].Colour'] = { type: 'string', required: true }),
      'request field Details[].Colour is new and required',
    ],
    [
      'a field that becomes required',
      ({ request }) => (request.OutletCode!.required = true),
      'request field OutletCode is required now',
    ],
    [
      'a shorter text',
      ({ request }) => (request.InvoiceNo!.maxLength = 20),
      'request field InvoiceNo has a lower maxLength',
    ],
    [
      'a value that is no longer accepted',
      ({ request }) => (request.TransactionType!.enum = ['N']),
      'request field TransactionType no longer accepts C',
    ],
    [
      'a removed reply field',
      ({ reply }) => delete reply['Details[].Brand'],
      'reply field Details[].Brand was removed',
    ],
    [
      'another type',
      ({ reply }) => (reply.EarnedPoints!.type = 'string'),
      'reply field EarnedPoints is string instead of integer',
    ],
    [
      'a reply field that may be null',
      ({ reply }) => (reply.NetAmount!.type = 'null|string'),
      'reply field NetAmount is null|string instead of string',
    ],
  ])('API changes: %s is reported as breaking', (_, change, sentence) => {
    expect(changed(change).breaking).toEqual([`${CALL}: ${sentence}`])
  })

  test('API changes: a removed call, a changed status and a changed scope are reported as breaking', () => {
    const { [CALL]: _, ...without } = present
    expect(findApiChanges(present, without).breaking).toEqual([`${CALL} was removed, or is no longer open to programs`])
    expect(changed((call) => (call.status = '200')).breaking).toEqual([`${CALL} answers status 200 instead of 201`])
    expect(changed((call) => (call.scopes = ['sales:post'])).breaking).toEqual([
      `${CALL} no longer accepts scope sales:write or sales:cancel`,
    ])
  })

  test('API changes: an added field and a greater maximum length are not reported as breaking', () => {
    const changes = changed((call) => {
      call.reply.Colour = { type: 'string', required: true }
      call.request.Colour = { type: 'string' }
      call.request.InvoiceNo!.maxLength = 60
    })
    expect(changes).toEqual({
      breaking: [],
      addedCalls: [],
      addedFields: [`${CALL}: request field Colour`, `${CALL}: reply field Colour`],
    })
  })
})
