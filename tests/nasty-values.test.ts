import { expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { bodyFor, plausible, seeded, shapeOf } from './factories/generated-bodies.ts'
import { nastyValues } from './factories/nasty-values.ts'
import { hq, useApp } from './harness.ts'

// Every field of every call gets one of the values that break programs; which one differs from field to field, so that
// all are tried. `npm run faults -- --only=F2` tries each in each.

const app = useApp()
const PER_FIELD = 1
const inside = /node_modules|\bat \w+ \(|syntax error at|violates|\.ts:\d+|select .+ from /i

test('no value in any field is an error of ours, and no answer tells of the inside', async () => {
  const { token } = await app.token(hq)
  const endpoints = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ path }) => !/sign-out|sessions\/|password|authenticator/.test(path))
  const wrong: string[] = []
  let turn = 0
  for (const endpoint of endpoints)
    for (const field of Object.keys(shapeOf(endpoint).properties ?? {}))
      for (let time = 0; time < PER_FIELD; time++) {
        const value = nastyValues[turn++ % nastyValues.length]
        const body = { ...(bodyFor(endpoint, seeded(turn), plausible) as object), [field]: value }
        const path = endpoint.path.replace(/:(\w+)/g, '1')
        const query = new URLSearchParams({ [field]: String(value).toWellFormed().slice(0, 2_000) })
        const { status, text } = await app.inject({
          method: endpoint.method,
          url: `${API_BASE}${path}${endpoint.method === 'GET' ? `?${query}` : ''}`,
          headers: { authorization: `Bearer ${token}` },
          ...(endpoint.method !== 'GET' && { payload: body }),
        })
        if (status >= 500 || (status >= 400 && inside.test(text)))
          wrong.push(
            `${endpoint.path} ${field}=${JSON.stringify(value)?.slice(0, 60)}: ${status} ${text.slice(0, 120)}`,
          )
      }
  expect(turn).toBeGreaterThan(nastyValues.length)
  expect(wrong).toEqual([])
}, 120_000)
