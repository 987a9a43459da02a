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

test('metrics: this machine and callers with the token can read the metrics; other callers get 404', async () => {
  expect((await scrape()).status).toBe(200)
  expect((await scrape({ authorization: `Bearer ${token}` }, '198.51.100.7')).status).toBe(200)
  expect((await scrape({}, '198.51.100.7')).status).toBe(404)
  expect((await scrape({ authorization: `Bearer ${token}x` }, '198.51.100.7')).status).toBe(404)
  // A proxy on this machine forwards a remote request.
  expect((await scrape({ 'x-forwarded-for': '198.51.100.7' })).status).toBe(404)
})

test('metrics: labels are route patterns and codes, never values sent by callers', async () => {
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

  // A slow database is reported as down for five seconds.
  await expect.poll(async () => figureOf((await scrape()).text, 'carat_database_up')).toBe(1)
  const { text } = await scrape()

  expect(text).not.toContain(typed)
  const metric = 'carat_http_request_duration_seconds_count'
  expect(figureOf(text, `${metric}{method="POST",route="/api/1.0/auth/sign-in",status="401"}`)).toBe(1)
  expect(figureOf(text, `${metric}{method="any",route="page or unknown",status="404"}`)).toBeGreaterThan(0)
  expect(figureOf(text, 'carat_refusals_total{code="access.wrong_credentials"}')).toBe(1)
  expect(figureOf(text, 'carat_database_up')).toBe(1)
  expect(figureOf(text, 'carat_database_pool_waiting')).toBe(0)
  expect(figureOf(text, 'carat_outbox_oldest_seconds')).toBe(0)
  expect(text).toMatch(/carat_build_info\{version="[\d.]+",node="v\d+/)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_resident_memory_bytes')
})

test('metrics: contain the time since the ERP’s last answer, failed ERP messages and voucher uses to review', async () => {
  await app.sql(
    `insert into erp_link (failures, failing_since, error) values (3, now() - interval '1 hour', 'refused')`,
  )
  await app.sql(
    `insert into erp_inbox (message_id, content, status, received_at) values (gen_random_uuid(), '{}', 'Review', now())`,
  )
  await expect.poll(async () => figureOf((await scrape()).text, 'carat_erp_reviews')).toBe(1)
  const { text } = await scrape()
  expect(figureOf(text, 'carat_erp_failing_seconds')).toBeGreaterThan(3_500)
})

test('metrics: contain the ages of the last nightly batch, proof and backup, and the number of ledger differences', async () => {
  await app.sql(`insert into nightly_run (business_date, started_at, seen_at, ended_at, status) values
    ('2026-01-01', now() - interval '3 days', now(), now(), 'Done'), ('2026-01-03', now() - interval '1 hour', now(), null, 'Broken off')`)
  await app.sql(`insert into proof_run (proved_at, milliseconds, members, ledger_rows, lots, differences) values
    (now() - interval '2 hours', 1, 1, 1, 1, 0), (now() - interval '1 hour', 1, 1, 1, 1, 7)`)
  await app.sql(`insert into backup_run (made_at, row_count, file_count) values (now() - interval '2 days', 1, 1)`)
  // Values are cached for five seconds.
  await expect.poll(async () => figureOf((await scrape()).text, 'carat_proof_differences')).toBe(7)
  const { text } = await scrape()
  const hours = (series: string) => Math.round(figureOf(text, series)! / 3600)
  expect(hours('carat_nightly_age_seconds')).toBe(72)
  expect(hours('carat_proof_age_seconds')).toBe(1)
  expect(hours('carat_backup_age_seconds')).toBe(48)
})

test('metrics: contain connections with their limit, locks and the oldest waiting run of each job', async () => {
  await app.sql('create schema if not exists pgboss')
  await app.sql(
    `create table pgboss.job as select 'night' as name, 'created' as state, now() - interval '1 hour' as start_after`,
  )
  // Values are cached for five seconds.
  await expect.poll(async () => (await scrape()).text).toContain('carat_job_oldest_waiting_seconds{job="night"}')
  const { text } = await scrape()
  await app.sql('drop table pgboss.job')
  expect(figureOf(text, 'carat_job_oldest_waiting_seconds{job="night"}')).toBeGreaterThanOrEqual(3_600)
  expect(figureOf(text, 'carat_jobs{job="night",state="created"}')).toBe(1)
  const used = figureOf(text, 'carat_database_connections{state="used"}')!
  expect(used).toBeGreaterThan(1)
  expect(figureOf(text, 'carat_database_connections{state="limit"}')).toBeGreaterThan(used)
  expect(figureOf(text, 'carat_database_locks_waiting')).toBeDefined()
  expect(figureOf(text, 'carat_database_standby')).toBe(0)
})

test('metrics: calls refused because an account exceeded its limit are counted', async () => {
  const { token: session } = await app.token(staffWith({ roles: ['Customer'] }))
  const headers = { authorization: `Bearer ${session}` }
  const path = '/api/1.0/customer/memberships/find-all'
  const ask = () => app.inject({ method: 'POST', url: path, headers, payload: {} })
  for (let call = 0; call < 5; call++) expect((await ask()).status).not.toBe(429)
  expect((await ask()).status).toBe(429)
  const { text } = await scrape()
  expect(figureOf(text, 'carat_refusals_total{code="kit.too_many"}')).toBeGreaterThan(0)
})

test('readiness check: the reply states whether each component is ready', async () => {
  expect((await app.inject({ method: 'GET', url: '/readyz' })).body).toEqual({
    status: 'ready',
    parts: { database: 'ok', migrations: 'ok', disk: 'ok' },
  })
})
