import { expect, test } from 'vitest'
import { signIn, verifySignIn } from '#areas/access/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { codeSentTo, createSignInAccount, password, signInAs } from './factories/sign-in.ts'
import { useApp } from './harness.ts'

const HOUR = 3600
const app = useApp({ at: '2026-03-01T04:00:00Z' })

test('clock set back: a one-time code is not valid for longer than usual', async () => {
  const user = await createSignInAccount(app)
  const requested = await app.call(signIn, { Username: user.username, Password: password }, null)
  const Code = await codeSentTo(app, user.email)
  app.clock.advance(-HOUR)
  const reply = await app.call(verifySignIn, { ChallengeId: requested.body.ChallengeId, Code }, null)
  expect(reply).toMatchObject({ status: 401, refusal: { code: 'access.code_expired' } })
  app.clock.advance(HOUR)
  expect((await app.call(verifySignIn, { ChallengeId: requested.body.ChallengeId, Code }, null)).status).toBe(200)
})

test('clock set forward: sessions that are too old end, and no request gets error 500', async () => {
  const signedIn = await signInAs(app, await createSignInAccount(app))
  const headers = { authorization: `Bearer ${signedIn.body.access_token}` }
  const profile = async () => (await app.inject({ method: 'GET', url: `${API_BASE}/auth/profile`, headers })).status
  expect(await profile()).toBe(200)
  app.clock.advance(-HOUR)
  expect(await profile()).toBeLessThan(500)
  // The session has existed for half a day, although the clock was changed meanwhile.
  app.clock.advance(13 * HOUR)
  expect(await profile()).toBe(401)
})
