import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { staffWith, useApp } from '#tests/harness.ts'

const token = 'a-token-for-the-collector-only'
const app = useApp({ metrics: { token, dataDir: tmpdir() }, dataDir: tmpdir(), limits: { perUser: 5 } })

const scrape = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })

const figureOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('this machine and whoever has the token may read the metrics; to others there is nothing', async () => {
  expect((await scrape()).status).toBe(200)
  expect((await scrape({ authorization: `Bearer ${token}` }, '198.51.100.7')).status).toBe(200)
  expect((await scrape({}, '198.51.100.7')).status).toBe(404)
  expect((await scrape({ authorization: `Bearer ${token}x` }, '198.51.100.7')).status).toBe(404)
  // A proxy on this machine asks for somebody else.
  expect((await scrape({ 'x-forwarded-for': '198.51.100.7' })).status).toBe(404)
})

test('what was answered, refused and waits is counted by names of our own, never by what a caller sent', async () => {
  const typed = 'S1234567-typed-by-a-caller'
  await app.inject({ method: 'GET', url: `/api/1.0/${typed}?q=${typed}` })
  await app.inject({
    method: 'POST',
    url: '/api/1.0/auth/sign-in',
    payload: { Username: typed, Password: typed },
  })
  const { token: session } = await app.token(staffWith({ roles: ['Dashboard'] }))
  const headers = { authorization: `Bearer ${session}` }
  for (let call = 0; call < 7; call++) await app.inject({ method: 'GET', url: '/api/1.0/auth/sessions', headers })

  const { text } = await scrape()

  expect(text).not.toContain(typed)
  const counted = 'carat_http_request_duration_seconds_count'
  expect(figureOf(text, `${counted}{method="POST",route="/api/1.0/auth/sign-in",status="401"}`)).toBe(1)
  expect(figureOf(text, `${counted}{method="any",route="page or unknown",status="404"}`)).toBeGreaterThan(0)
  expect(figureOf(text, 'carat_refusals_total{code="access.wrong_credentials"}')).toBe(1)
  expect(figureOf(text, 'carat_database_up')).toBe(1)
  expect(figureOf(text, 'carat_database_pool_waiting')).toBe(0)
  expect(figureOf(text, 'carat_outbox_oldest_seconds')).toBe(0)
  expect(text).toMatch(/carat_build_info\{version="[\d.]+",node="v\d+/)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_resident_memory_bytes')
})

test('too many calls of one account are counted', async () => {
  const { token: session } = await app.token(staffWith({ roles: ['Customer'] }))
  const headers = { authorization: `Bearer ${session}` }
  const path = '/api/1.0/customer/memberships/find-all'
  const ask = () => app.inject({ method: 'POST', url: path, headers, payload: {} })
  for (let call = 0; call < 5; call++) expect((await ask()).status).not.toBe(429)
  expect((await ask()).status).toBe(429)
  const { text } = await scrape()
  expect(figureOf(text, 'carat_refusals_total{code="kit.too_many"}')).toBeGreaterThan(0)
})

test('readiness tells each part', async () => {
  expect((await app.inject({ method: 'GET', url: '/readyz' })).body).toEqual({
    status: 'ready',
    parts: { database: 'ok', migrations: 'ok', disk: 'ok' },
  })
})
