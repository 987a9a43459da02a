import { expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { staffWith, useApp } from './harness.ts'

// Written once, grows by itself: every call that a contract declares is tried by those who may not make it.

const app = useApp({ demo: true })
const endpoints = routes.map(({ endpoint }) => endpoint)
const guarded = endpoints.filter(({ access }) => access !== 'public')
const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
const bodies = [{}, { Unknown: 1 }, []]

test.each(guarded.map((endpoint) => [named(endpoint), endpoint] as const))(
  '%s turns away strangers, whatever they send',
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

// Calls for a role turn away every other role, calls for workers accounts with reports only, and every call a program without
// its scope: authorisation.test.ts.
const notForStaff = guarded.filter(
  ({ access }) => access !== 'staff' && access !== 'worker' && !(typeof access === 'object' && 'role' in access),
)

test.each(notForStaff.map((endpoint) => [named(endpoint), endpoint] as const))(
  '%s turns away staff',
  async (_, endpoint) => {
    for (const body of bodies)
      expect(await app.call(endpoint, body as never, staffWith())).toMatchObject({
        status: 403,
        refusal: { code: 'access.forbidden' },
      })
  },
)

test('public are only the calls of this list, each for a reason', () => {
  expect(
    endpoints
      .filter(({ access }) => access === 'public')
      .map(named)
      .sort(),
  ).toEqual([
    'GET /app/config', // the login page must know the title and the languages
    'GET /app/legal', // what one agrees to, before anybody signed in
    'POST /auth/customer/code', // nobody is signed in yet
    'POST /auth/customer/sign-in',
    'POST /auth/forgot-password', // nobody is signed in yet, and cannot
    'POST /auth/providers/start', // the buttons of the login page
    'POST /auth/reset-password', // the link itself is the proof
    'POST /auth/sign-in', // nobody is signed in yet
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

// Files do not fit the JSON of a call; areas/imports/server/files.test.ts tries these two.
const files = [
  'POST /imports/upload',
  'GET /imports/failed-rows',
  'GET /exports/download',
  'POST /media/upload',
  'GET /customer/card/pass', // a pass of Apple Wallet; areas/self-service/server/wallet/wallet.test.ts
  'POST /pronto-sync/vouchers/batch',
  'POST /messages/sms/status',
]

test('the server answers no address below the API that is not a declared call', async () => {
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

test('every delete can be taken back, but of what is made again as quickly', () => {
  const paths = new Set(endpoints.map(({ path }) => path))
  const final = [...paths].filter((path) => path.endsWith('/delete') && !paths.has(path.replace(/delete$/, 'restore')))
  expect(final.sort()).toEqual([
    '/campaign/objects/delete', // the same brand or outlet is added again
    '/campaign/target-lists/delete', // the same customer is added again
    '/field-translations/delete', // the word stands in the field, to be written again
    '/identities/delete', // signing in there once more links it again
    '/list-views/delete', // the list still looks as the view did
    '/point/adjustments/delete', // its reversal stands in the ledger; the same points are given again by hand
    '/reward/customer-rewards/delete', // its points have gone back; the reward is redeemed or given again
    '/reward/inventories/delete', // only one in which nothing lies or waits; it is added again
    '/reward/objects/delete', // the same outlet or stock group is added again
  ])
})
