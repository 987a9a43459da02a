import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { files, routes } from '#app/server/areas.ts'
import { type Endpoint, kindsOf } from '#kit/contract/endpoint.ts'

// What a page shows is asked for again after a change because both calls say which kinds of rows they are about. A change that
// says nothing, or a word that no read says, would leave a page showing what is no longer true.

const calls: readonly Endpoint[] = [...routes.map(({ endpoint }) => endpoint), ...files.flatMap(({ calls }) => calls)]
const changes = calls.filter(({ kind }) => kind === 'change')
const shown = new Set(calls.filter(({ kind }) => kind === 'read').flatMap(kindsOf))

test('every call that changes something says which kinds of rows, or that nothing shown is changed', () => {
  expect(changes.length).toBeGreaterThan(120)
  const silent = changes.filter((call) => call.about === undefined && kindsOf(call).length === 0)
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('every kind of row that is changed is shown by some call', () => {
  const unknown = changes.flatMap((call) =>
    kindsOf(call)
      .filter((kind) => !shown.has(kind))
      .map((kind) => `${call.path}: ${kind}`),
  )
  expect(unknown).toEqual([])
})

test('only what signs in, looks up or asks somebody else first changes nothing that is shown', () => {
  expect(changes.filter((call) => kindsOf(call).length === 0).map(({ path }) => path)).toEqual([
    '/auth/sign-in',
    '/auth/sign-in/resend',
    '/auth/sign-in/verify',
    '/auth/system/sign-in',
    '/auth/system/sign-in/code',
    '/auth/sign-out',
    '/auth/forgot-password',
    '/auth/reset-password',
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
    // Customers' own: their pages are another application, which shows no list of staff.
    '/passcodes/validate',
    '/auth/customer/code',
    '/auth/customer/sign-in',
    '/auth/customer/sign-out',
    '/customer/customers/email-verification/send',
  ])
})

test('and no page keeps a list of what to ask for again', () => {
  const pages = ['areas', 'app/web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const listed = pages.filter(
    (file) => /\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('invalidateQueries({'),
  )
  expect(listed).toEqual([])
})
