import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { clusterPath } from '#kit/server/embedded-postgres/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { databaseProxy } from '../factories/database-proxy.ts'
import { processesOf } from '../factories/processes.ts'
import { askOnce, common, copyCluster } from './pair.ts'

// Two PostgreSQL servers, either of which can be promoted, stopped, frozen and copied from the other.

type Proxy = Awaited<ReturnType<typeof databaseProxy>>
export type DatabaseHost = ReturnType<typeof createHost>
export type TwoHosts = Awaited<ReturnType<typeof startTwoHosts>>

/** Starts a primary and its standby; `prepare` sets up the database before its files are copied. */
export async function startTwoHosts(prepare: (url: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'carat-hosts-'))
  const first = createHost(folder, 'first')
  const second = createHost(folder, 'second')
  await first.start()
  await prepare(first.directUrl())
  await second.copyFrom(first)
  await second.start()
  const address = new URL(first.url())
  const hosts = `${address.host},${new URL(second.url()).host}`
  const urlOfBoth = `postgres://${address.username}:${address.password}@${hosts}${address.pathname}`
  return {
    first,
    second,
    primaryUrl: `${urlOfBoth}?target_session_attrs=read-write`,
    standbyUrl: `${urlOfBoth}?target_session_attrs=standby`,
    async end() {
      for (const host of [second, first]) await host.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createHost(parent: string, name: string) {
  let folder = join(parent, name)
  let copies = 0
  let postgres: EmbeddedPostgres | undefined
  let frozen: number[] = []
  // The proxy has a fixed address, although the port changes with every start.
  let proxy: Proxy | undefined

  const host = {
    folder: () => folder,
    /** The URL of the server itself, and that of its fixed address. */
    directUrl: () => postgres!.url,
    url: () => proxy!.url,
    proxy: () => proxy!,
    query: (text: string, values: unknown[] = []) => askOnce(postgres!.url, text, values),
    async start() {
      postgres = await startEmbeddedPostgres({ dataDir: folder, ...common })
      if (proxy) await proxy.comeBack(postgres.url)
      else proxy = await databaseProxy(postgres.url)
    },
    /** Stops the server. A primary first sends all of its log to a connected standby. */
    async stop() {
      if (!postgres) return
      await proxy!.goAway()
      await postgres.stop()
      postgres = undefined
    },
    async promote() {
      await askOnce(postgres!.url, 'select pg_promote()')
    },
    /** Starts the server as a standby without a primary, as a former primary that was not repaired. */
    async startInRecovery() {
      writeFileSync(join(clusterPath(folder), 'standby.signal'), '')
      await host.start()
    },
    /** Replaces the data of this stopped host by a copy, which starts as a standby. */
    async copyFrom(primary: { directUrl: () => string; folder: () => string }) {
      folder = join(parent, `${name}-${++copies}`)
      const admin = new Client({ connectionString: primary.directUrl() })
      await admin.connect()
      try {
        await copyCluster(admin, primary.folder(), folder, primary.directUrl())
      } finally {
        await admin.end()
      }
    },
    /** Suspends all processes: the host accepts connections and does not answer. */
    async freeze() {
      frozen = await processesOf(postgres!.pid)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of frozen.splice(0).reverse()) process.kill(pid, 'SIGCONT')
    },
  }
  return host
}
