import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
import { leadSourceRecord } from '#areas/customers/contract/lead-sources.ts'
import { listEvents, readSnapshot } from '#areas/event-feed/contract.ts'
import { addExport, exportStatus } from '#areas/exports/contract.ts'
import { memberListingReport } from '#areas/reports/member-listing/contract.ts'
import type { Endpoint, Reply, RequestBody } from '#kit/contract/endpoint.ts'
import { type Database, openDatabase, transactionTimeouts } from '#kit/server/database.ts'
import { migrate } from '#kit/server/migrate.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { openReplica, type Replica } from '#kit/server/replica.ts'
import { inReplicaRead } from '#kit/server/replica-read.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { exportInput } from '../factories/exports.ts'
import { processesOf } from '../factories/processes.ts'
import { make, staffWith, startTestApp, systemWith, type TestApp } from '../test-app.ts'
import { type ReplicaPair, startReplicaPair } from './pair.ts'

// Tests reads from a streaming replica with two PostgreSQL servers, and with servers of the product on them.

/** Timeout and interval of waits in hooks, where expect.poll is not available. */
const WAIT = { timeout: 60_000, interval: 50 }

let pair: ReplicaPair
let owner: Database
let app: TestApp
/** A server that tolerates any lag, so that a test can read the replica's rows. */
let patient: RunningServer
/** A server that tolerates a lag of one second. */
let strict: RunningServer
let folder: string

const user = staffWith({ roles: 'all', privileges: 'all', outlet: 'HQ' })
const colleague = staffWith({ roles: ['Lead Source', 'Member Listing'], outlet: 'HQ' })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carat-replica-'))
  pair = await startReplicaPair((url) => migrate({ url }))
  owner = openDatabase({ url: pair.primaryUrl, max: 4, applicationName: 'test' })
  app = await startTestApp(pair.primaryUrl, owner, {})
  await make.standardBuildings(app.db)
  patient = await start('3600')
  strict = await start('1')
})

afterAll(async () => {
  await strict?.stop()
  await patient?.stop()
  await app?.fastify.close()
  await app?.database.end()
  await owner?.end()
  await pair?.end()
  rmSync(folder, { recursive: true, force: true })
})

const start = (seconds: string) =>
  startServer(
    loadConfig({
      DATABASE_URL: pair.primaryUrl,
      DATABASE_REPLICA_URL: pair.replicaUrl,
      DATABASE_REPLICA_LAG_SECONDS: seconds,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DEMO: '0',
      EXPORT_ROWS_AT_ONCE: '1',
    }),
    { dev: false, log: () => {} },
  )

async function ask<E extends Endpoint>(server: RunningServer, { method, path }: E, input: RequestBody<E>, as = user) {
  const answer = await fetch(new URL(`${API_BASE}${path}`, server.address), {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${(await app.token(as)).token}` },
    body: JSON.stringify(input),
  })
  const asAt = answer.headers.get('x-carat-data-as-at')
  return {
    status: answer.status,
    from: answer.headers.get('x-carat-read-from'),
    asAt: asAt === null ? Number.NaN : Date.parse(asAt),
    body: (await answer.json()) as Reply<E> & { code?: string },
  }
}

const list = (server: RunningServer, as = user) => ask(server, leadSourceRecord.list, {}, as)
const report = (server: RunningServer, as = user) => ask(server, memberListingReport.call, {}, as)
const codes = ({ body }: Awaited<ReturnType<typeof list>>) => body.rows.map(({ Code }) => Code).sort()
const from = async (asking: Promise<{ from: string | null }>) => (await asking).from

let last = 0
/** Adds a lead source directly on the primary, so that no server of the product notices the change. */
async function newSource() {
  const Code = `SRC${++last}`
  await pair.onPrimary(`insert into lead_source (code, name, type) values ($1, $1, 'Non-Event')`, [Code])
  return Code
}
/** Waits until the replica has replayed the new source. */
const waitUntilReplicated = async (Code: string) => {
  await expect.poll(async () => codes(await list(patient))).toContain(Code)
}

const readyOf = async (server: RunningServer) => {
  const answer = await fetch(new URL('/readyz', server.address))
  return { status: answer.status, parts: ((await answer.json()) as { parts: Record<string, string> }).parts }
}
const metric = async (server: RunningServer, name: string) => {
  const text = await (await fetch(new URL('/metrics', server.address))).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  )
}

test('replica: lists and reports are read from the replica, and their replies name source and time', async () => {
  // The primary answers until a server has checked its replica for the first time.
  await expect.poll(() => from(list(patient))).toBe('Replica')
  const Code = await newSource()
  await waitUntilReplicated(Code)
  for (const answer of [await list(patient), await report(patient)])
    expect(answer).toMatchObject({ status: 200, from: 'Replica' })
  const { body, asAt } = await report(patient)
  expect(body).toMatchObject({ ReadFrom: 'Replica', GeneratedAt: new Date(asAt).toISOString() })
  // The server reports the state of the replica at its last check, which happens once a second.
  await expect.poll(() => readyOf(patient)).toMatchObject({ status: 200, parts: { replica: 'ok' } })
  expect(await metric(patient, 'carat_replica_ready')).toBe(1)
  expect(await metric(patient, 'carat_late_reads_total{from="replica"}')).toBeGreaterThanOrEqual(3)
})

describe('replica that lags behind the primary', () => {
  /** A second process, which checked the replica before it stopped replaying. */
  let elsewhere: RunningServer
  beforeAll(async () => {
    elsewhere = await start('3600')
    await pair.pause()
  })
  afterAll(async () => {
    await elsewhere?.stop()
    await pair.resume()
    await vi.waitUntil(async () => (await from(list(strict))) === 'Replica', WAIT)
  })

  test('lagging replica: is read, with its age in the reply, until its lag exceeds the permitted one', async () => {
    const before = await report(patient)
    const Code = await newSource()
    const listed = await list(patient)
    expect(listed.from).toBe('Replica')
    expect(codes(listed)).not.toContain(Code)
    await expect.poll(() => from(list(strict))).toBe('Primary; replica late')
    expect(codes(await list(strict))).toContain(Code)
    expect((await report(strict)).body).toMatchObject({ ReadFrom: 'Primary, Replica Late' })
    // The age grows because the last replayed time is unchanged, apart from milliseconds between two clocks.
    const after = await report(patient)
    expect(after.from).toBe('Replica')
    expect(Math.abs(after.asAt - before.asAt)).toBeLessThan(1_000)
    // A call notices the lag at once; the reported state follows within a second.
    await expect.poll(async () => (await readyOf(strict)).parts.replica).toMatch(/^\d+ s behind, 1 s are allowed$/)
    expect((await readyOf(strict)).status).toBe(200)
    expect(await metric(strict, 'carat_replica_ready')).toBe(0)
    await expect.poll(() => metric(patient, 'carat_replica_age_seconds')).toBeGreaterThan(1)
  })

  test('lagging replica: the event feed comes from the primary, so that no event is missed and no cursor is refused', async () => {
    const { token } = await app.token(systemWith('events:read'))
    const read = async (server: RunningServer, path: string) => {
      const answer = await fetch(new URL(`${API_BASE}${path}`, server.address), {
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: answer.status, text: await answer.text() }
    }
    const follow = async (server: RunningServer, after: string) => {
      const { status, text } = await read(server, `${listEvents.path}?after=${after}`)
      return { status, ...(JSON.parse(text) as Reply<typeof listEvents>) }
    }
    const start = (JSON.parse((await read(patient, listEvents.path)).text) as Reply<typeof listEvents>).Cursor
    await pair.onPrimary(
      `insert into event_outbox (type, data, occurred_at) values ('task.changed',
        '{"TaskId": 1, "Status": "To Do", "Source": "Manual", "OutletCode": "KLCC", "DueAt": "2026-11-21T02:05:00.000Z"}', now())`,
    )
    await expect.poll(async () => (await follow(patient, start)).Events).toHaveLength(1)
    const { Cursor } = await follow(patient, start)
    const [replica] = await pair.onReplica('select last_position::int as position from event_head')
    expect(Number(Cursor.split('_')[1])).toBe(replica.position + 1)
    for (const server of [patient, strict, elsewhere])
      expect(await follow(server, Cursor)).toEqual({ status: 200, Events: [], Cursor })
    const { text } = await read(patient, readSnapshot.path.replace(':Kind', 'members'))
    expect(JSON.parse(text.split('\n')[0]!)).toEqual({ Cursor })
  })

  test('lagging replica: users see their own changes at every server, and others’ changes after replication', async () => {
    const otherStaff = staffWith({ roles: ['Lead Source'], outlet: 'HQ' })
    expect((await list(patient, otherStaff)).from).toBe('Replica')
    const added = await ask(
      patient,
      leadSourceRecord.add,
      { Code: 'OWN', Name: 'Own one', Type: 'Non-Event' } as never,
      otherStaff,
    )
    expect(added.status).toBe(201)
    const rowsAtOwnServer = await list(patient, otherStaff)
    expect(rowsAtOwnServer.from).toBe('Primary; own change')
    expect(codes(rowsAtOwnServer)).toContain('OWN')
    const rowsAtOtherServer = await list(elsewhere, otherStaff)
    expect(rowsAtOtherServer.from).toBe('Primary; own change')
    expect(codes(rowsAtOtherServer)).toContain('OWN')
    const others = await list(patient, colleague)
    expect(others.from).toBe('Replica')
    expect(codes(others)).not.toContain('OWN')
    // Simulates a much later time at which the replica still has not replayed that change.
    await pair.onPrimary(
      `update session set changed_at = changed_at - interval '1 second' where changed_at is not null`,
    )
    expect((await list(patient, otherStaff)).from).toBe('Primary; own change')
  })

  test('lagging replica: the end of a session and the removal of a role take effect at once', async () => {
    const leaving = staffWith({ roles: ['Lead Source', 'Dashboard'], outlet: 'HQ' })
    const losing = staffWith({ roles: ['Lead Source', 'Feedback'], outlet: 'HQ' })
    const [gone, less] = [await app.token(leaving), await app.token(losing)]
    expect((await list(patient, leaving)).from).toBe('Replica')
    expect((await list(patient, losing)).from).toBe('Replica')
    await pair.onPrimary('update session set ended_at = now() where user_id = $1', [gone.userId])
    await pair.onPrimary(`delete from user_role where user_id = $1`, [less.userId])
    expect((await list(patient, leaving)).status).toBe(401)
    expect((await report(patient, losing)).status).toBe(403)
  })
})

test('replica: is read again five seconds after the user’s own change', async () => {
  const other = staffWith({ roles: ['Lead Source', 'Customer'], outlet: 'HQ' })
  await ask(patient, leadSourceRecord.add, { Code: 'LATER', Name: 'Later one', Type: 'Non-Event' } as never, other)
  expect((await list(patient, other)).from).toBe('Primary; own change')
  await pair.onPrimary(`update session set changed_at = changed_at - interval '5 seconds' where changed_at is not null`)
  await expect.poll(() => from(list(patient, other))).toBe('Replica')
  expect(codes(await list(patient, other))).toContain('LATER')
})

/** Sums a metric over all servers. */
const countReplicaReads = async () => {
  const metricName = 'carat_late_reads_total{from="replica"}'
  return (await metric(patient, metricName)) + (await metric(strict, metricName))
}

test('replica: a long export reads the data as of its start', async () => {
  const before = await countReplicaReads()
  await newSource()
  const { status, body } = await ask(patient, addExport, exportInput(leadSourceRecord.list.path, ['Code']))
  expect({ status, Status: body.Status }).toEqual({ status: 201, Status: 'Queued' })
  const readExport = async () => (await ask(patient, exportStatus, { ExportId: body.ExportId })).body
  await expect.poll(async () => (await readExport()).Status).toBe('Completed')
  const [{ count }] = (await pair.onPrimary('select count(*)::int as count from lead_source')) as [{ count: number }]
  expect(await readExport()).toMatchObject({ RowsDone: count })
  expect(await countReplicaReads()).toBeGreaterThan(before)
})

describe('outage of the replica', () => {
  afterEach(async () => {
    for (const server of [patient, strict])
      await vi.waitUntil(async () => (await from(list(server, colleague))) === 'Replica', WAIT)
  })

  test('replica outage: the primary is read until the replica is available again, without a restart', async () => {
    await pair.stopReplica()
    const Code = await newSource()
    for (const answer of await Promise.all(Array.from({ length: 10 }, () => list(patient, colleague)))) {
      expect(answer).toMatchObject({ status: 200, from: 'Primary; replica away' })
      expect(codes(answer)).toContain(Code)
    }
    expect((await report(patient, colleague)).body).toMatchObject({ ReadFrom: 'Primary, Replica Away' })
    await expect.poll(async () => (await readyOf(patient)).parts.replica).toContain('ECONNREFUSED')
    expect((await readyOf(patient)).status).toBe(200)
    expect(await metric(patient, 'carat_replica_ready')).toBe(0)
    await pair.startReplica()
    await waitUntilReplicated(Code)
  })

  test.runIf(process.platform === 'linux')('replica outage: a frozen replica does not delay calls', async () => {
    const frozen = await processesOf(pair.pid())
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      // A report may take 15 s, so without this limit it would still wait.
      const answers = await Promise.all([
        report(patient, colleague),
        list(patient, colleague),
        list(patient, colleague),
      ])
      expect(answers.map(({ status, from }) => ({ status, from }))).toEqual(
        Array(3).fill({ status: 200, from: 'Primary; replica away' }),
      )
    } finally {
      for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT')
    }
  })
})

describe('read that fails on the replica', () => {
  let primary: Database
  let replica: Replica
  const messages: string[] = []
  const heard = (text: string) => void messages.push(text.replace(/ 127\.0\.0\.1:\d+\/\w+/, ''))
  const options = {
    origin: programOrigin('test'),
    timeZone: 'Asia/Kuala_Lumpur',
    readOnly: true,
    snapshot: true,
    limits: transactionTimeouts.report,
  }

  const sleeping = `select count(*)::int as count from pg_stat_activity where state = 'active' and wait_event = 'PgSleep'`

  beforeAll(async () => {
    primary = openDatabase({ url: pair.primaryUrl, max: 2 })
    replica = await openReplica({ primary, url: pair.replicaUrl, lagSeconds: 60, log: heard })
    primary.replica = replica
    await vi.waitUntil(() => replica.state() === 'ready', WAIT)
  })
  afterAll(async () => {
    await replica?.end()
    await primary?.end()
  })

  test('failed read on the replica: a query that recovery cancels is repeated on the primary', async () => {
    // Lets the replica cancel conflicting queries at once instead of after 30 seconds.
    await pair.onReplica('alter system set max_standby_streaming_delay = 0')
    await pair.onReplica('select pg_reload_conf()')
    const requestedAddresses: string[] = []
    const reading = inReplicaRead(primary, options, new Date(), async (db, _, source) => {
      requestedAddresses.push(source!.from)
      // The query runs on the replica until it is cancelled; the primary does not wait.
      if (source!.from === 'Replica') await sql`select count(*) from lead_source, pg_sleep(14)`.execute(db)
      return (await sql<{ Codes: number }>`select count(*) as codes from lead_source`.execute(db)).rows[0]!.Codes
    })
    await expect.poll(async () => (await pair.onReplica(sleeping))[0].count).toBe(1)
    // An exclusive lock of a table is replayed at the replica too.
    await pair.onPrimary('begin; lock table lead_source in access exclusive mode; commit')
    const [{ count }] = await pair.onPrimary('select count(*)::int as count from lead_source')
    expect(await reading).toBe(count)
    expect(requestedAddresses).toEqual(['Replica', 'Primary'])
    await pair.onReplica('alter system reset max_standby_streaming_delay')
    await pair.onReplica('select pg_reload_conf()')
  })

  test('failed read on the replica: the query is repeated on the primary, and the reply has the primary’s error', async () => {
    const reading = inReplicaRead(primary, options, new Date(), async (_db, _, source) => {
      throw new Error(`refused by the ${source!.from}`)
    })
    await expect(reading).rejects.toThrow('refused by the Primary')
  })

  test('replica: each change of its availability is logged once', async () => {
    expect(messages).toEqual(['The replica is read for lists and reports'])
    await pair.stopReplica()
    const read = () => inReplicaRead(primary, options, new Date(), async (_db, _, source) => source!.from)
    expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill('Primary'))
    await expect.poll(() => replica.state()).toBe('away')
    await pair.startReplica()
    await expect.poll(read).toBe('Replica')
    expect(messages).toEqual([
      'The replica is read for lists and reports',
      expect.stringMatching(/^The replica is away \(.+\): lists and reports read the primary until it is back$/),
      'The replica is read for lists and reports',
    ])
  })

  test.runIf(process.platform === 'linux')(
    'replica outage: a long read on a replica that freezes is repeated on the primary',
    async () => {
      const requestedAddresses: string[] = []
      const patience = { ...options, limits: { ...transactionTimeouts.report, statement: 600_000 } }
      const reading = inReplicaRead(primary, patience, new Date(), async (db, _, source) => {
        requestedAddresses.push(source!.from)
        if (source!.from === 'Replica') await sql`select pg_sleep(500)`.execute(db)
        return source!.from
      })
      await expect.poll(async () => (await pair.onReplica(sleeping))[0].count).toBe(1)
      const frozen = await processesOf(pair.pid())
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      try {
        expect(await reading).toBe('Primary')
      } finally {
        for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT')
      }
      expect(requestedAddresses).toEqual(['Replica', 'Primary'])
    },
  )

  test.each([
    ['the primary itself', () => pair.primaryUrl, 'it is no standby'],
    [
      'another database of the same server',
      () => pair.replicaUrl.replace(/\/\w+$/, '/postgres'),
      'it is of another database than the primary',
    ],
  ])('%s is refused as a replica', async (_, url, why) => {
    const wrong = await openReplica({ primary, url: url(), lagSeconds: 60, log: () => {} })
    try {
      expect({ state: wrong.state(), why: wrong.problem() }).toEqual({ state: 'away', why })
    } finally {
      await wrong.end()
    }
  })
})
