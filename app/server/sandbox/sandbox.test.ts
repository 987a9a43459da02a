import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { createSandbox } from './sandbox.ts'

const sandbox = createSandbox(() => new Date('2026-11-21T02:00:00Z'))
const demo = useApp({ demo: true })
const company = useApp()
const app = useApp({
  demo: true,
  sandbox,
  prepare: async (server) => {
    address = `${await server.listen()}/api/1.0`
  },
})
let address = ''

const send = (path: string, body: object) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const path = '/auth/system/sign-in'
const signIn = () => send(path, { ClientId: 'absent', ClientSecret: 'wrong' })
const plan = (fault: object) => send('/dev/faults', { Faults: [{ Path: `/api/1.0${path}`, ...fault }] })
const attempts = async () => (await app.sql<{ n: number }>(`select count(*)::int n from login_activity`))[0]!.n

describe('sandbox', () => {
  test.each(['/dev/clock', '/dev/faults'])(
    'sandbox: %s is not found in production and in a plain demo',
    async (path) => {
      const request = { method: 'POST' as const, url: `/api/1.0${path}`, payload: { Faults: [] } }
      for (const server of [company, demo])
        expect(await server.inject(request)).toMatchObject({ status: 404, body: { code: 'kit.no_such_call' } })
    },
  )

  test('sandbox: the server of a real company refuses to start as a sandbox', async () => {
    const { buildApp } = await import('../build-app.ts')
    const options = { database: company.calls, services: company.services, clock: sandbox.clock, sandbox }
    await expect(buildApp({ ...options, timeZone: 'UTC', log: { level: 'silent' } })).rejects.toThrow('needs the data')
  })

  test('sandbox: a data folder of another server is refused and stays unchanged', async () => {
    const { startSandbox } = await import('./start.ts')
    const dataDir = mkdtempSync(join(tmpdir(), 'carat-company-'))
    writeFileSync(join(dataDir, 'lock'), '')
    await expect(startSandbox({ port: 0, dataDir, log: () => {} })).rejects.toThrow('is not the folder of a sandbox')
    expect(readdirSync(dataDir)).toEqual(['lock'])
  })

  test('sandbox: the clock can be set to a time or moved by a duration, and the Date header follows the clock', async () => {
    const now = async (body: object) => ((await (await send('/dev/clock', body)).json()) as { Now: string }).Now
    expect(await now({ Advance: 'P1DT1H' })).toBe('2026-11-22T03:00:00.000Z')
    expect(await now({ Advance: '-PT10M' })).toBe('2026-11-22T02:50:00.000Z')
    expect(await now({ Now: '2026-11-21T02:00:00Z' })).toBe('2026-11-21T02:00:00.000Z')
    expect((await send('/dev/clock', {})).headers.get('date')).toBe('Sat, 21 Nov 2026 02:00:00 GMT')
    expect((await send('/dev/clock', { Now: '2026-11-21T02:00:00Z', Advance: 'PT1H' })).status).toBe(400)
    expect((await send('/dev/clock', { Advance: 'P' })).status).toBe(400)
  })

  test.each([429, 503])(
    'sandbox: a planned fault with status %i refuses only the next request, with Retry-After',
    async (Status) => {
      await plan({ Status, RetryAfter: 7 })
      const refused = await signIn()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([Status, '7'])
      expect((await signIn()).status).toBe(401)
    },
  )

  test('sandbox: a planned fault can cut the connection before or after the call is executed', async () => {
    const before = await attempts()
    await plan({ Cut: 'Before' })
    await expect(signIn()).rejects.toThrow('fetch failed')
    expect(await attempts()).toBe(before)
    await plan({ Cut: 'After', Requests: 2, DelayMs: 10 })
    await expect(signIn()).rejects.toThrow('fetch failed')
    await expect(signIn()).rejects.toThrow('fetch failed')
    expect((await signIn()).status).toBe(401)
    expect(await attempts()).toBe(before + 3)
  })

  test('sandbox: requests are recorded with key, body, status and fault, except requests to the sandbox’s control endpoints', async () => {
    sandbox.takeRequests()
    await plan({ Cut: 'Before' })
    await signIn().catch(() => {})
    await signIn()
    expect(sandbox.takeRequests()).toMatchObject([
      { path: `/api/1.0${path}`, key: null, status: 0, fault: { Cut: 'Before' } },
      { path: `/api/1.0${path}`, body: { ClientId: 'absent' }, status: 401, fault: undefined },
    ])
  })

  test('sandbox: a planned fault for the sandbox’s control endpoints is refused', async () => {
    expect((await send('/dev/faults', { Faults: [{ Path: '/api/1.0/dev/clock' }] })).status).toBe(400)
  })
})
