import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileRoutes, jsonRoutes } from '#app/server/areas.ts'
import { type Endpoint, rowKindsOfEndpoint } from '#kit/contract/endpoint.ts'

// After a change, a page refetches its reads if both calls declare the same kind of rows.
// A change without a declaration, or with a kind that no read declares, would leave outdated values on a page.

const calls: readonly Endpoint[] = [
  ...jsonRoutes.map(({ endpoint }) => endpoint),
  ...fileRoutes.flatMap(({ calls }) => calls),
]
const changes = calls.filter(({ kind }) => kind === 'change')
const readKinds = new Set(calls.filter(({ kind }) => kind === 'read').flatMap(rowKindsOfEndpoint))

test('every call that changes data declares the kinds of rows that it changes, or that it changes no visible row', () => {
  expect(changes.length).toBeGreaterThan(120)
  const silent = changes.filter((call) => call.about === undefined && rowKindsOfEndpoint(call).length === 0)
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('every kind of row that a call changes is read by another call', () => {
  const unknown = changes.flatMap((call) =>
    rowKindsOfEndpoint(call)
      .filter((kind) => !readKinds.has(kind))
      .map((kind) => `${call.path}: ${kind}`),
  )
  expect(unknown).toEqual([])
})

test('only sign-ins, look-ups and approval requests declare that they change no visible row', () => {
  expect(changes.filter((call) => rowKindsOfEndpoint(call).length === 0).map(({ path }) => path)).toEqual([
    '/auth/sign-in',
    '/auth/sign-in/resend',
    '/auth/sign-in/verify',
    '/auth/system/sign-in',
    '/auth/system/sign-in/code',
    '/auth/sign-out',
    '/auth/forgot-password',
    '/auth/reset-password',
    '/auth/passkeys/sign-in/start',
    '/auth/passkeys/sign-in/finish',
    '/auth/passkeys/add/start',
    '/auth/providers/start',
    '/auth/sso/sign-in',
    '/auth/identities/start',
    '/identities/requests/confirm',
    '/identities/requests/decline',
    '/customer/customers/reveal-identity',
    '/customer/memberships/search',
    '/customer/memberships/lookup',
    '/reward/customer-rewards/lookup',
    '/reward/customer-rewards/security-code',
    '/customer/customers/recommend-friend',
    '/customer/customers/verify-referrer',
    // Excludes calls by customers, whose pages are a separate application without lists of staff.
    '/passcodes/validate',
    '/auth/customer/code',
    '/auth/customer/sign-in',
    '/auth/customer/sign-out',
    '/customer/customers/email-verification/send',
    '/oauth/token',
  ])
})

test('no page lists which data to load again after a change', () => {
  const pages = ['areas', 'app/web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const listed = pages.filter(
    (file) => /\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('invalidateQueries({'),
  )
  expect(listed).toEqual([])
})
