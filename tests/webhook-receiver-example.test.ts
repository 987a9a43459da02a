import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEvents } from '#areas/event-feed/server/publish-events.ts'
import { addEndpoint, rotateSecret } from '#areas/webhooks/contract.ts'
import { parseAllowedHost } from '#areas/webhooks/server/allowed-hosts.ts'
import { deliverDueEvents } from '#areas/webhooks/server/delivery/dispatcher.ts'
import { registered } from './factories/customers.ts'
import { hq, jobContext, useApp } from './harness.ts'

// Runs the receiver of docs/webhooks.md against the server. It checks times, so the server uses the machine's clock.

const app = useApp()
const folder = mkdtempSync(join(tmpdir(), 'carat-receiver-'))
const file = join(folder, 'events.sqlite')
const children: ChildProcess[] = []
let port = 0
let secret = ''

/** Starts the example and resolves to its port. */
async function startReceiver(listenOn: number, secrets: string): Promise<number> {
  const child = spawn('python3', ['examples/webhook-receiver-python/receive.py', `${listenOn}`, secrets, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await new Promise<string[]>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`receive.py ended with ${code}`)))
    createInterface(child.stdout!).once('line', (first) => resolve([first]))
  })
  return Number(line)
}

const stop = (child: ChildProcess) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill()
  })

const stored = () => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare('select webhook_id, type, member, sequence from event order by rowid').all() as {
      webhook_id: string
      type: string
      member: string | null
      sequence: number | null
    }[]
  } finally {
    database.close()
  }
}
const deliver = async () => {
  await publishEvents(jobContext(app))
  await deliverDueEvents(jobContext(app))
}
const post = (headers: Record<string, string>, body: string) =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers }).then(({ status }) => status)

const sign = (id: string, at: number, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': `${at}`,
  'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest('base64')}`,
})

beforeAll(async () => {
  const unused = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
  port = await startReceiver(0, unused)
  app.services.eventHosts = [parseAllowedHost(`127.0.0.1:${port}`)!]
  const { body } = await app.call(addEndpoint, { Name: 'Example', Url: `http://127.0.0.1:${port}/` }, hq)
  secret = body.Secret
  await stop(children[0]!)
  port = await startReceiver(port, secret)
})
afterAll(async () => {
  await Promise.all(children.map(stop))
  rmSync(folder, { recursive: true, force: true })
})

test('examples/webhook-receiver-python: it stores each event of a member once and in order', async () => {
  const { MembershipNo } = await registered(app.db)
  await app.sql(
    'update membership set updated_at = updated_at, status = $1 where membership_no = $2',
    'Inactive',
    MembershipNo,
  )
  await deliver()
  const own = stored().filter(({ member }) => member === MembershipNo)
  expect(own.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['membership.opened', 1],
    ['membership.changed', 2],
  ])
})

test('examples/webhook-receiver-python: it refuses forged, changed and old requests, and ignores known ids', async () => {
  const body = JSON.stringify({ type: 'carat.test', timestamp: new Date().toISOString(), data: {} })
  const now = Math.floor(Date.now() / 1_000)
  const count = stored().length
  expect(await post({}, body)).toBe(401)
  expect(await post({ ...sign('msg_1', now, body), 'webhook-signature': 'v1,AAAA' }, body)).toBe(401)
  expect(await post(sign('msg_1', now, body), `${body} `)).toBe(401)
  expect(await post({ ...sign('msg_1', now, body), 'webhook-id': 'msg_2' }, body)).toBe(401)
  expect(await post(sign('msg_1', now - 301, body), body)).toBe(401)
  expect(stored()).toHaveLength(count)
  expect(await post(sign('msg_1', now, body), body)).toBe(204)
  expect(await post(sign('msg_1', now, body), body)).toBe(204)
  expect(stored()).toHaveLength(count + 1)
})

test('examples/webhook-receiver-python: the previous secret verifies requests during a rotation', async () => {
  const [{ endpoint_id }] = (await app.sql<{ endpoint_id: number }>('select endpoint_id from webhook_endpoint')) as [
    { endpoint_id: number },
  ]
  await app.call(rotateSecret, { EndpointId: Number(endpoint_id) }, hq)
  const { MembershipNo } = await registered(app.db)
  await deliver()
  expect(stored().filter(({ member }) => member === MembershipNo)).toHaveLength(1)
})
