import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { certificate } from '#tests/factories/certificates.ts'
import { useApp } from '#tests/harness.ts'
import { examineInstallation } from './doctor/examine.ts'
import { describeSeconds, type Finding, runbookAnchors } from './doctor/finding.ts'
import { runCommand } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'carat-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const app = useApp({ dataDir: folder })
let port: number
beforeAll(async () => {
  port = Number(new URL(await app.listen()).port)
  // The tables of pg-boss, as far as the doctor reads them.
  await app.sql('create schema if not exists pgboss')
  await app.sql(`create table if not exists pgboss.job (
    name text, state text, start_after timestamptz default now(), completed_on timestamptz)`)
})

let printed: string[]
beforeEach(async () => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
  for (const table of [
    'backup_run',
    'proof_run',
    'nightly_step',
    'nightly_run',
    'pgboss.job',
    'event_outbox',
    'outbox_message',
  ])
    await app.sql(`delete from ${table}`)
  await app.sql(`insert into backup_run (made_at, row_count, file_count) values (now() - interval '5 hours', 1, 1)`)
  await app.sql(`insert into proof_run (proved_at, milliseconds, members, ledger_rows, lots, differences)
    values (now() - interval '6 hours', 1, 1, 1, 1, 0)`)
  await app.sql(`insert into nightly_run (business_date, started_at, seen_at, ended_at, status)
    values ('2026-01-01', now() - interval '7 hours', now(), now(), 'Done')`)
})
afterEach(() => vi.restoreAllMocks())

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATABASE_URL: app.url,
  DATA_DIR: folder,
  PORT: String(port),
  PUBLIC_URL: 'http://carat.example',
  SERVER_SECRET: 'T5vqk1mFh0yXJ2nB8wEoRzLs7cUgPd0a',
  ...more,
})
const password = 'canary-password'
const awayUrl = `postgres://carat:${password}@127.0.0.1:9/carat`
const demo = { DEMO: '1', PUBLIC_URL: '', SERVER_SECRET: '' }

const doctor = (more: NodeJS.ProcessEnv = {}, now: () => number = Date.now) =>
  examineInstallation(environment(more), now)
const levelsOf = (findings: readonly Finding[], check: string) =>
  findings.filter((finding) => finding.check === check).map(({ level }) => level)
const statesOf = (findings: readonly Finding[], check: string) =>
  findings
    .filter((finding) => finding.check === check)
    .map(({ state }) => state)
    .join('; ')

test('doctor: a healthy installation has only OK lines, except for the database of its demo', async () => {
  const findings = await doctor(demo)
  const wrong = findings.filter(({ level }) => level !== 'OK')
  expect(wrong.map(({ check, state }) => `${check}: ${state}`)).toEqual([
    'Configuration: DEMO is on with a database of its own',
  ])
  expect(findings.map(({ check }) => check)).toEqual([
    'Configuration',
    'Server',
    'Disk of DATA_DIR',
    'Database',
    'Clock',
    'Migrations',
    'Connections',
    'Locks',
    'Replication',
    'Backup',
    'Ledger',
    'Nightly batch',
    'Queue',
    'Event feed',
    'ERP',
    'Mail',
    'Certificate',
  ])
  expect(statesOf(findings, 'Database')).toMatch(/^primary, PostgreSQL 18/)
  expect(statesOf(findings, 'Backup')).toBe('made 5 hours ago')
})

test('doctor: the exit code is that of the worst line, and --json prints the same findings', async () => {
  expect(await runCommand(['doctor', '--json'], environment(demo))).toBe(1)
  const { level, findings } = JSON.parse(printed.join('\n')) as { level: string; findings: Finding[] }
  expect(level).toBe('LOOK')
  expect(findings).toHaveLength(17)
  printed = []
  await app.sql('update proof_run set differences = 3')
  expect(await runCommand(['doctor'], environment(demo))).toBe(2)
  const page = printed.join('\n')
  expect(page).toMatch(/^BAD {3}Ledger +3 differences in the last reconciliation$/m)
  expect(page).toMatch(/→ Change nothing in the ledger.* docs\/operations\.md#caratledgerdiffers$/m)
  expect(page).toMatch(/^BAD: 1 bad, 1 to look at, 15 fine$/m)
})

test.each([
  ['Backup', 'BAD', `update backup_run set made_at = now() - interval '4 days'`, 'made 4 days ago'],
  ['Backup', 'LOOK', `update backup_run set made_at = now() - interval '30 hours'`, 'made 1 day ago'],
  ['Ledger', 'LOOK', 'delete from proof_run', 'never reconciled'],
  ['Ledger', 'BAD', `update proof_run set proved_at = now() - interval '8 days'`, 'agrees, reconciled 8 days ago'],
  [
    'Nightly batch',
    'BAD',
    `insert into nightly_run (business_date, started_at, seen_at, ended_at, status, failure)
      values ('2026-01-02', now(), now(), now(), 'Failed', 'no room')`,
    'the last run is Failed; last complete run 7 hours ago',
  ],
  [
    'Nightly batch',
    'LOOK',
    `insert into nightly_run (business_date, started_at, seen_at) values ('2026-01-02', now(), now() - interval '20 minutes')`,
    'the present run gives no sign of life; last complete run 7 hours ago',
  ],
  [
    'Queue',
    'BAD',
    `insert into pgboss.job (name, state, start_after) values ('night', 'created', now() - interval '20 minutes')`,
    '1 jobs wait, the oldest (night) for 20 minutes',
  ],
  [
    'Queue',
    'LOOK',
    `insert into pgboss.job (name, state, completed_on) values ('housekeeping', 'failed', now())`,
    'failed within a day: housekeeping (1)',
  ],
  [
    'Mail',
    'BAD',
    `insert into outbox_message (message_id, channel, recipient, subject, body, created_at, next_try_at)
      values (gen_random_uuid(), 'Email', 'siti@carat.example', 'x', 'x', now() - interval '1 hour', now() - interval '1 hour')`,
    '1 messages wait, the oldest for 1 hour',
  ],
])('doctor: %s is %s after %s', async (check, level, statement, state) => {
  await app.sql(statement)
  const findings = await doctor(demo)
  expect(levelsOf(findings, check)).toEqual([level])
  expect(statesOf(findings, check)).toBe(state)
})

test('doctor: an ERP that does not answer is BAD after a quarter of an hour', async () => {
  await app.sql(
    `insert into erp_link (failures, failing_since, error) values (3, now() - interval '1 hour', 'refused')`,
  )
  const erp = { ERP_URL: 'https://erp.example/carat', ERP_SECRET: 'uW3zKf8RbNq6JtYx1MdVg5S0' }
  const findings = await doctor({ ...demo, ...erp })
  await app.sql('delete from erp_link')
  expect(levelsOf(findings, 'ERP')).toEqual(['BAD'])
  expect(statesOf(findings, 'ERP')).toBe('has not answered for 1 hour')
})

test('doctor: a pending migration is BAD and named, and the rest of the database is not read', async () => {
  const [row] = await app.sql<{ name: string; hash: string }>(
    `delete from schema_migration where name = (select max(name) from schema_migration where name ~ '^[0-9]') returning name, hash`,
  )
  const findings = await doctor(demo)
  await app.sql('insert into schema_migration (name, hash) values ($1, $2)', row!.name, row!.hash)
  expect(levelsOf(findings, 'Migrations')).toEqual(['BAD'])
  expect(statesOf(findings, 'Migrations')).toBe(`pending: ${row!.name}`)
  expect(findings.some(({ check }) => check === 'Backup')).toBe(false)
})

test('doctor: a clock that differs by a minute is BAD', async () => {
  const findings = await doctor(demo, () => Date.now() + 60_000)
  expect(levelsOf(findings, 'Clock')).toEqual(['BAD'])
})

test('doctor: production without PUBLIC_URL, mail and a random secret has lines for each', async () => {
  const findings = await doctor({ DEMO: '0', PUBLIC_URL: '', SERVER_SECRET: 'a'.repeat(40), LOG_LEVEL: 'silent' })
  expect(statesOf(findings, 'Configuration')).toMatch(/PUBLIC_URL is missing/)
  expect(statesOf(findings, 'Configuration')).toMatch(/SERVER_SECRET is easy to guess/)
  expect(statesOf(findings, 'Configuration')).toMatch(/LOG_LEVEL is silent/)
  expect(statesOf(findings, 'Configuration')).toMatch(/MAIL_FROM is the default/)
  expect(levelsOf(findings, 'Mail')).toEqual(['BAD'])
  expect(statesOf(findings, 'Mail')).toBe('SMTP_URL is missing')
})

test('doctor: without a database the lines of the machine remain, and the database is BAD', async () => {
  const findings = await doctor({ ...demo, DATABASE_URL: awayUrl })
  expect(levelsOf(findings, 'Database')).toEqual(['BAD'])
  expect(statesOf(findings, 'Database')).toMatch(/^does not answer \(ECONNREFUSED/)
  expect(findings.map(({ check }) => check)).toEqual([
    'Configuration',
    'Server',
    'Disk of DATA_DIR',
    'Database',
    'Certificate',
  ])
})

test('doctor: an embedded database that does not run is BAD and is not started', async () => {
  const findings = await examineInstallation({ DATA_DIR: join(folder, 'nothing'), PORT: String(port) }, Date.now)
  expect(statesOf(findings, 'Database')).toBe('does not answer (DATA_DIR contains no database)')
  expect(levelsOf(findings, 'Disk of DATA_DIR')).toEqual(['BAD'])
})

test('doctor: invalid settings are BAD, and nothing else is examined', async () => {
  expect(await runCommand(['doctor'], { PORT: 'x', DATABASE_URL: 'mysql://x' })).toBe(2)
  expect(printed.join('\n')).toMatch(/BAD +Configuration +DATABASE_URL must be/)
})

test('doctor: a port without a server needs a look, and a server that is not ready is BAD', async () => {
  expect(levelsOf(await doctor({ ...demo, PORT: '9' }), 'Server')).toEqual(['LOOK'])
  const { createServer: createHttpServer } = await import('node:http')
  const server = createHttpServer((_, response) => {
    response.statusCode = 503
    response.end(JSON.stringify({ status: 'not ready', parts: { jobs: 'Background work has not begun', disk: 'ok' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const findings = await doctor({ ...demo, PORT: String((server.address() as AddressInfo).port) })
  server.close()
  expect(levelsOf(findings, 'Server')).toEqual(['BAD'])
  expect(statesOf(findings, 'Server')).toBe('not ready (jobs: Background work has not begun)')
})

test.each([
  [10, 'LOOK', 'of PUBLIC_URL ends in 10 days'],
  [1, 'BAD', 'of PUBLIC_URL ends in 1 day'],
  [-1, 'BAD', 'of PUBLIC_URL has ended'],
  [100, 'OK', 'of PUBLIC_URL ends in 100 days'],
])('doctor: a certificate with %d days left is %s', async (days, level, state) => {
  const { pem, key } = certificate('127.0.0.1')
  const server: Server = createServer({ cert: pem, key })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const PUBLIC_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const before = Date.parse('2040-01-01') - days * 86_400_000 - 60_000
  const findings = await doctor({ ...demo, PUBLIC_URL }, () => before)
  server.close()
  expect(levelsOf(findings, 'Certificate')).toEqual([level])
  expect(statesOf(findings, 'Certificate')).toBe(state)
})

test('doctor: a mail server that does not answer is BAD', async () => {
  const findings = await doctor({ ...demo, SMTP_URL: `smtp://user:${password}@127.0.0.1:9` })
  expect(levelsOf(findings, 'Mail')).toEqual(['BAD'])
  expect(statesOf(findings, 'Mail')).toMatch(/^the mail server refuses \(/)
})

test('doctor: no secret and no personal data is printed, whatever the state', async () => {
  await app.sql(`insert into outbox_message (message_id, channel, recipient, subject, body, status, error, created_at, next_try_at)
    values (gen_random_uuid(), 'Email', 'canary.person@carat.example', 'canary subject', 'canary body', 'Failed', 'canary.person@carat.example refused', now(), now())`)
  const secrets = {
    SMTP_URL: `smtp://user:${password.replace('-', '%2D')}@127.0.0.1:9`,
    METRICS_TOKEN: 'canary-token-of-the-metrics',
    ERP_URL: 'https://erp.example',
    ERP_SECRET: 'canary-secret-of-the-erp-123',
    SERVER_SECRET: 'canary-server-secret-that-is-long-enough',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=canary-header',
  }
  const databases = [app.url, awayUrl, 'postgres://canary-password']
  for (const DATABASE_URL of databases)
    for (const flags of [[], ['--json']])
      await runCommand(['doctor', ...flags], environment({ DEMO: '1', PUBLIC_URL: '', ...secrets, DATABASE_URL }))
  expect(printed.join('\n').length).toBeGreaterThan(1_000)
  expect(printed.join('\n')).not.toMatch(/canary/i)
  expect(printed.join('\n')).not.toContain(new URL(app.url).password || 'no password')
})

test('doctor: every section of the runbook that a line names exists in operations.md', () => {
  const text = readFileSync('docs/operations.md', 'utf8')
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  const missing = runbookAnchors.filter(
    (anchor) => !headings.includes(anchor) && !text.includes(`<a id="${anchor}"></a>`),
  )
  expect(missing).toEqual([])
})

test.each([
  [0.4, '0 seconds'],
  [1, '1 second'],
  [61, '1 minute'],
  [7_300, '2 hours'],
  [172_800, '2 days'],
])('doctor: %d seconds are described as %s', (seconds, text) => {
  expect(describeSeconds(seconds)).toBe(text)
})
