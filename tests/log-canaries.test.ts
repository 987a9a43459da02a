import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { signIn, verifySignIn } from '#areas/access/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { bodyFor, plausibleWords, seeded, type TextGenerator } from './factories/generated-bodies.ts'
import { member } from './factories/sales.ts'
import { codeSentTo, createSignInAccount, password, signInAs } from './factories/sign-in.ts'
import { hq, useApp } from './harness.ts'
import { runSize } from './run-size.ts'

// Sends personal data and secrets in every field of every call, and searches the log for them.

const lines: string[] = []
const app = useApp({ log: { level: 'trace', stream: { write: (line) => void lines.push(line) } } })

/** The number of calls per endpoint: the first is unauthenticated, and the first two have parameters in the path. */
const TURNS = runSize({ quick: 3, full: 6 })

const canaries = {
  IdNo: '880101145678',
  ContactNo: '+60123456789',
  Email: 'canary.person@carat.example',
  Name: 'CANARY PERSON',
  Password: 'canary password for the log',
  Passcode: 'CANRY2B4F6',
}

const planted: TextGenerator = (name, random) => {
  if (random() < 0.4) return plausibleWords(name, random)
  if (/IdNo/.test(name)) return canaries.IdNo
  if (/Contact|Phone|Mobile/.test(name)) return canaries.ContactNo
  if (/Email|^To$/.test(name)) return canaries.Email
  if (/Password|Secret/.test(name)) return canaries.Password
  if (/Passcode|Code$/.test(name)) return canaries.Passcode
  return canaries.Name
}

test('no call writes an identity number, phone, e-mail, name, password, code or token to the server log', async () => {
  const { token } = await app.token(hq)
  await member(app.db)
  // Makes successful and failing sign-ins.
  const user = await createSignInAccount(app, { roles: 'all', privileges: 'all' })
  const signedIn = await signInAs(app, user)
  const code = await codeSentTo(app, user.email)
  const requested = await app.call(signIn, { Username: user.username, Password: password }, null)
  await app.call(verifySignIn, { ChallengeId: requested.body.ChallengeId, Code: '000000' }, null)
  await app.call(signIn, { Username: user.username, Password: canaries.Password }, null)
  // Makes every call as a permitted and as an unauthenticated caller.
  const random = seeded(20_261_121)
  const statuses = new Map<number, number>()
  // Sign-out and similar calls come last, because they end the session of the caller.
  const endpoints = jsonRoutes.map(({ endpoint }) => endpoint)
  const inOrder = endpoints.sort(
    (one, other) => Number(one.path.startsWith('/auth')) - Number(other.path.startsWith('/auth')),
  )
  for (const endpoint of inOrder)
    for (let round = 0; round < TURNS; round++) {
      const body = bodyFor(endpoint, random, planted) as Record<string, unknown>
      const path = endpoint.path.replace(/:(\w+)/g, () => encodeURIComponent(canaries.IdNo))
      // An unknown parameter is refused, so only some calls have one.
      const query =
        round > 1 ? '' : new URLSearchParams({ q: canaries.Email, ContactNo: canaries.ContactNo }).toString()
      const { status } = await app.inject({
        method: endpoint.method,
        url: `${API_BASE}${path}?${query}`,
        headers: {
          ...(round > 0 && { authorization: `Bearer ${token}` }),
          cookie: `sid=${token}`,
          'user-agent': canaries.Name,
          'idempotency-key': canaries.Passcode + round,
        },
        ...(endpoint.method !== 'GET' && { payload: body }),
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  // Waits, because log lines are written after the reply was sent.
  await sleep(50)

  // Removes timestamps in milliseconds, which may contain the digits of the code by chance.
  const text = lines.join('').replace(/\b\d{13}\b/g, '')
  const secrets = { ...canaries, code, token, session: signedIn.body.access_token, email: user.email, password }
  const leakedSecrets = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
  expect(leakedSecrets.map(([name]) => name)).toEqual([])
  // Expects that the calls passed the sign-in and were logged.
  expect(lines.length).toBeGreaterThan(jsonRoutes.length * TURNS)
  expect(statuses.get(200)).toBeGreaterThan(10)
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('server log: only the line of a refused call has an error code', async () => {
  lines.splice(0)
  await app.inject({ method: 'POST', url: '/api/1.0/auth/sign-in', payload: { Username: 'unknown', Password: 'x' } })
  await app.inject({ method: 'GET', url: '/api/1.0/app/config' })
  await sleep(20)
  const reported = lines
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string; code?: string })
  expect(reported.map(({ path, code }) => [path, code])).toEqual([
    ['/api/1.0/auth/sign-in', 'access.wrong_credentials'],
    ['/api/1.0/app/config', undefined],
  ])
})

test('server log: a line break in a request starts no new line', async () => {
  lines.splice(0)
  await app.inject({
    method: 'GET',
    url: '/api/1.0/%0a%7b%22level%22%3a30%2c%22msg%22%3a%22forged%22%7d',
    headers: { 'user-agent': 'x\\n{"level":30,"msg":"forged"}', 'x-request-id': 'forged' },
  })
  await sleep(20)
  const text = lines.join('')
  expect(text).not.toContain('forged')
  for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ msg: 'answered' })
})
