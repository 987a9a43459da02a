import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
import { leadSourceRecord } from '#areas/customers/contract/lead-sources.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { openClient, openDatabase } from '#kit/server/database.ts'
import { parseDatabaseHosts } from '#kit/server/database-hosts.ts'
import { toRefusal } from '#kit/server/errors.ts'
import { HostWatch } from '#kit/server/host-watch.ts'
import { migrate } from '#kit/server/migrate.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { member } from '../factories/sales.ts'
import { make, staffWith, startTestApp, systemWith } from '../test-app.ts'
import { type DatabaseHost, startTwoHosts, type TwoHosts } from './two-hosts.ts'

// A server of the product whose database fails over between two hosts, first from a frozen primary, then from a stopped one.

let hosts: TwoHosts
let server: RunningServer
let folder: string
let tokens: Record<'till' | 'staff', string>
let MembershipNo: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carat-failover-'))
  hosts = await startTwoHosts((url) => migrate({ url }))
  const owner = openDatabase({ url: hosts.first.directUrl(), max: 4, applicationName: 'test' })
  const app = await startTestApp(hosts.first.directUrl(), owner, {})
  await make.standardBuildings(app.db)
  MembershipNo = (await member(app.db)).MembershipNo
  tokens = {
    till: (await app.token(systemWith('sales:write'))).token,
    staff: (await app.token(staffWith({ roles: ['Lead Source'], outlet: 'HQ' }))).token,
  }
  await app.fastify.close()
  await app.database.end()
  await owner.end()
  const config = loadConfig({
    DATABASE_URL: hosts.primaryUrl,
    DATABASE_REPLICA_URL: hosts.standbyUrl,
    DATABASE_REPLICA_LAG_SECONDS: '3600',
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: '0',
  })
  server = await startServer(config, {
    dev: false,
    log: () => {},
    limits: { perAddress: 100_000, perUser: 100_000 },
  })
})

afterAll(async () => {
  hosts?.first.thaw()
  await server?.stop()
  await hosts?.end()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, body: object, { as, key }: { as: keyof typeof tokens; key?: string }) {
  const answer = await fetch(new URL(`${API_BASE}${path}`, server.address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[as]}`,
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    from: answer.headers.get('x-carat-read-from'),
    retryAfter: Number(answer.headers.get('retry-after')),
    body: (await answer.json()) as { code?: string; rows?: { Code: string }[] },
  }
}

let last = 0
const nextInvoice = () => `FAIL${++last}`
const line = { Brand: 'Carat', ProductGroup: 'RING', UnitPrice: '100.00' }
const sell = (InvoiceNo: string) =>
  ask(
    addTransaction.path,
    { TransactionType: 'N', InvoiceNo, MembershipNo, OutletCode: 'KLCC', Details: [line] },
    { as: 'till', key: `key-${InvoiceNo}` },
  )
const list = () => ask(leadSourceRecord.list.path, { Page: 1, Rows: 100 }, { as: 'staff' })
const readyOf = async () =>
  (await (await fetch(new URL('/readyz', server.address))).json()) as { status: string; hosts: { role: string }[] }
const metrics = async () => (await fetch(new URL('/metrics', server.address))).text()
/** The number of sales with the invoice, and of their credits of points. */
const countOf = async (host: DatabaseHost, invoice: string) => {
  const [counts] = await host.query(
    `select (select count(*)::int from transaction_summary where invoice_no = $1) as sales,
       (select count(*)::int from point_history where invoice_no = $1) as credits`,
    [invoice],
  )
  return counts
}
const once = { sales: 1, credits: 1 }
const never = { sales: 0, credits: 0 }

/** Repeats a call with its key until it succeeds, as clients do. Returns all statuses. */
async function sellWithRetry(invoice: string) {
  const statuses: number[] = []
  await expect
    .poll(async () => {
      const { status, retryAfter } = await sell(invoice)
      statuses.push(status)
      expect(status !== 503 || retryAfter > 0).toBe(true)
      return status
    })
    .not.toBe(503)
  return statuses
}

const openedBy = async (host: DatabaseHost, applicationName: string) =>
  (await host.query('select pid from pg_stat_activity where application_name = $1', [applicationName])).length

/** Runs the job by a notification, which needs the subscription and the job queue at this host. */
async function expectJobsAt(host: DatabaseHost) {
  await expect.poll(() => openedBy(host, 'carat listen')).toBe(1)
  const begun = (await host.query('select now()::text as now'))[0].now
  const completed = `select 1 from pgboss.job where name = 'forget-expired' and state = 'completed' and completed_on > $1`
  await expect
    .poll(
      async () => {
        await host.query(`select pg_notify('carat', 'job:forget-expired')`)
        return (await host.query(completed, [begun])).length
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBeGreaterThan(0)
}

describe.runIf(process.platform === 'linux')('failover between two hosts of a database', () => {
  test('failover: before it, changes go to the primary and lists come from the standby', async () => {
    const invoice = nextInvoice()
    expect(await sellWithRetry(invoice)).toEqual([201])
    await expect.poll(() => countOf(hosts.second, invoice)).toEqual(once)
    await expectJobsAt(hosts.first)
    expect(await readyOf()).toMatchObject({
      status: 'ready',
      hosts: [
        { host: 1, role: 'primary' },
        { host: 2, role: 'standby' },
      ],
    })
    expect(JSON.stringify(await readyOf())).not.toContain('127.0.0.1')
    await expect.poll(async () => (await list()).from).toBe('Replica')
  })

  test('failover: a commit whose confirmation is lost gets 503, and the retry with the same key changes nothing twice', async () => {
    const invoice = nextInvoice()
    hosts.first.proxy().loseCommitOf(invoice)
    expect(await sell(invoice)).toMatchObject({ status: 503, body: { code: 'kit.away' } })
    expect(await countOf(hosts.first, invoice)).toEqual(once)
    expect(await sellWithRetry(invoice)).toEqual([201])
    expect(await countOf(hosts.first, invoice)).toEqual(once)
    await expect.poll(() => countOf(hosts.second, invoice)).toEqual(once)
  })

  test('failover: changes on a primary that freezes get 503, and succeed on the promoted standby without a restart', async () => {
    await hosts.first.freeze()
    const invoices = Array.from({ length: 8 }, nextInvoice)
    const frozen = await Promise.all(invoices.map(sell))
    for (const answer of frozen) expect(answer).toMatchObject({ status: 503, body: { code: 'kit.away' } })
    await hosts.second.promote()
    for (const invoice of invoices) expect((await sellWithRetry(invoice)).at(-1)).toBe(201)
    for (const invoice of invoices) expect(await countOf(hosts.second, invoice)).toEqual(once)
    await expectJobsAt(hosts.second)
    await expect.poll(readyOf).toMatchObject({ status: 'ready', hosts: [{ role: 'away' }, { role: 'primary' }] })
    const [first, second] = [hosts.first, hosts.second].map((host) => new URL(host.url()).host)
    expect(await metrics()).toContain(`carat_database_host_role{host="${second}",role="primary"} 1`)
    expect(await metrics()).toContain(`carat_database_host_role{host="${first}",role="away"} 1`)
    expect(await metrics()).toMatch(/^carat_database_moves_total 1$/m)
  })

  test('failover: a former primary that continues as a second primary gets no change', async () => {
    hosts.first.thaw()
    await expect.poll(readyOf).toMatchObject({ hosts: [{ role: 'primary' }, { role: 'primary' }] })
    const invoice = nextInvoice()
    expect(await sellWithRetry(invoice)).toEqual([201])
    expect([await countOf(hosts.first, invoice), await countOf(hosts.second, invoice)]).toEqual([never, once])
    // A process that starts now has not seen the promotion, and prefers the newer timeline to the first host.
    const watch = new HostWatch(parseDatabaseHosts(hosts.primaryUrl))
    expect((await watch.pick()).name).toBe(new URL(hosts.second.url()).host)
    const client = await openClient(hosts.primaryUrl, 'test')
    const sales = await client.query('select 1 from transaction_summary where invoice_no = $1', [invoice])
    expect(sales.rowCount).toBe(1)
    await client.end()
  })

  test('failover: a former primary that comes back in recovery gets no change, and its lost changes appear in no list', async () => {
    // More log than that of the promoted standby, so that the position alone would count as recent.
    await hosts.first.query(`insert into lead_source (code, name, type) values ('LOST', 'Lost', 'Non-Event')`)
    await hosts.first.query(`create table filler as select repeat('x', 500) as text from generate_series(1, 20000)`)
    await hosts.first.stop()
    await hosts.first.startInRecovery()
    await expect.poll(readyOf).toMatchObject({ hosts: [{ role: 'standby' }, { role: 'primary' }] })
    const invoice = nextInvoice()
    expect(await sellWithRetry(invoice)).toEqual([201])
    expect([await countOf(hosts.first, invoice), await countOf(hosts.second, invoice)]).toEqual([never, once])
    // The server connects to the returned standby within a second; from then on its state is known.
    await expect.poll(() => openedBy(hosts.first, 'carat replica')).toBe(1)
    const listed = await list()
    expect(listed.from).toBe('Primary; replica late')
    expect(listed.body.rows!.map(({ Code }) => Code)).not.toContain('LOST')
  })

  test('failover: a change at a host in recovery, which a pooler may reach, gets 503, and a read that changes data is a bug', async () => {
    const database = openDatabase({ url: hosts.first.url(), max: 1, applicationName: 'test' })
    const update = (readOnly: boolean) =>
      inTransaction(database, { origin: programOrigin('test'), timeZone: 'Asia/Kuala_Lumpur', readOnly }, (db) =>
        sql`update lead_source set name = name`.execute(db),
      ).catch((error: unknown) => error)
    expect(toRefusal(await update(false))).toMatchObject({ statusCode: 503, code: 'kit.away' })
    expect(database.pool.totalCount).toBe(0)
    expect(await update(true)).toMatchObject({ code: '25006' })
    await database.end()
  })

  test('failover: a host that was copied anew is read as a standby, and can be promoted when the primary stops', async () => {
    await hosts.first.stop()
    await hosts.first.copyFrom(hosts.second)
    await hosts.first.start()
    await expect.poll(async () => (await list()).from, { timeout: 60_000 }).toBe('Replica')
    const stopping = Array.from({ length: 8 }, () => sellWithRetry(nextInvoice()))
    await hosts.second.stop()
    await hosts.first.promote()
    for (const statuses of await Promise.all(stopping)) expect(statuses.at(-1)).toBe(201)
    for (let number = last - 7; number <= last; number++)
      expect(await countOf(hosts.first, `FAIL${number}`)).toEqual(once)
    await expectJobsAt(hosts.first)
    await expect.poll(readyOf).toMatchObject({ status: 'ready', hosts: [{ role: 'primary' }, { role: 'away' }] })
  })
})
