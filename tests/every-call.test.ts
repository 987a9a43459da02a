import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { staffWith, useApp } from './harness.ts'

// Covers new calls automatically: unauthorised callers try every declared call.

const app = useApp({ demo: true })
const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
const guarded = endpoints.filter(({ access }) => access !== 'public')
const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const bodies = [{}, { Unknown: 1 }, []]

test.each(guarded.map((endpoint) => [named(endpoint), endpoint] as const))(
  '%s refuses unauthenticated callers, whatever they send',
  async (_, endpoint) => {
    for (const body of bodies)
      expect(await app.call(endpoint, body as never, null)).toMatchObject({
        status: 401,
        refusal: { code: 'access.required' },
      })
    const garbage = { as: null, headers: { authorization: `Bearer ${'x'.repeat(43)}` } }
    expect(await app.call(endpoint, {} as never, garbage)).toMatchObject({ status: 401 })
  },
)

// authorisation.test.ts covers other roles, accounts with reports only, and system accounts without the scope.
const notForStaff = guarded.filter(
  ({ access }) => access !== 'staff' && access !== 'worker' && !(typeof access === 'object' && 'role' in access),
)

test.each(notForStaff.map((endpoint) => [named(endpoint), endpoint] as const))(
  '%s refuses staff',
  async (_, endpoint) => {
    for (const body of bodies)
      expect(await app.call(endpoint, body as never, staffWith())).toMatchObject({
        status: 403,
        refusal: { code: 'access.forbidden' },
      })
  },
)

test('a call is public only if it is listed with a reason', () => {
  expect(
    endpoints
      .filter(({ access }) => access === 'public')
      .map(named)
      .sort(),
  ).toEqual([
    'GET /app/config', // the login page must know the title and the languages
    'GET /app/legal', // legal texts are readable before the sign-in
    'POST /auth/customer/code', // before the sign-in
    'POST /auth/customer/sign-in',
    'POST /auth/forgot-password', // before the sign-in
    'POST /auth/passkeys/sign-in/finish', // the signature is the proof
    'POST /auth/passkeys/sign-in/start',
    'POST /auth/providers/start', // the buttons of the login page
    'POST /auth/reset-password', // the link itself is the proof
    'POST /auth/sign-in', // before the sign-in
    'POST /auth/sign-in/resend',
    'POST /auth/sign-in/verify',
    'POST /auth/sso/sign-in',
    'POST /auth/system/sign-in',
    'POST /auth/system/sign-in/code', // the code is the proof
    'POST /feedback/public/find-one', // customers answer without an account
    'POST /feedback/public/submit',
    'POST /identities/requests/confirm', // the link itself is the proof
    'POST /identities/requests/decline',
    'POST /identities/requests/find-one',
    'POST /passcodes/validate', // the passcode is the proof
  ])
})

// areas/imports/server/files.test.ts covers these two file uploads, which have no JSON body.
const files = [
  'POST /imports/upload',
  'GET /imports/failed-rows',
  'GET /exports/download',
  'POST /media/upload',
  'GET /customer/card/pass', // a pass of Apple Wallet; areas/self-service/server/wallet/wallet.test.ts
  'POST /pronto-sync/vouchers/batch',
  'POST /messages/sms/status',
  'POST /till/batch', // areas/tills/server/tills.test.ts
  'GET /snapshots/:Kind', // areas/event-feed/server/feed.test.ts
]

test('every API route belongs to a declared call', async () => {
  const declared = new Set([...endpoints.map(named), 'GET /dev/outbox', ...files])
  expect(app.fastify.answered.length).toBeGreaterThan(declared.size)
  for (const { method, url } of app.fastify.answered) {
    if (!url.startsWith(API_BASE) || method === 'HEAD') continue
    expect(declared).toContain(`${method} ${url.slice(API_BASE.length)}`)
  }
})

test('no call is declared twice', () => {
  const names = endpoints.map(named)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every delete can be undone, except of listed kinds of records that can quickly be added again', () => {
  const paths = new Set(endpoints.map(({ path }) => path))
  const final = [...paths].filter((path) => path.endsWith('/delete') && !paths.has(path.replace(/delete$/, 'restore')))
  expect(final.sort()).toEqual([
    '/campaign/objects/delete', // the same brand or outlet is added again
    '/campaign/target-lists/delete', // the same customer is added again
    '/field-translations/delete', // the text can be entered again
    '/identities/delete', // the next sign-in links it again
    '/list-views/delete', // the list is still displayed as in the view
    '/point/adjustments/delete', // the ledger has its reversal; a new adjustment restores the points
    '/reward/customer-rewards/delete', // its points were refunded; the reward can be redeemed or issued again
    '/reward/inventories/delete', // only without stock and requests; it can be added again
    '/reward/objects/delete', // the same outlet or stock group is added again
    '/webhook-endpoints/delete', // the endpoint is added again; a replay sends the events between
  ])
})
