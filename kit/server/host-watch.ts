import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { type DatabaseHosts, DEFAULT_PORT, describeHost, type HostRole, parseDatabaseHosts } from './database-hosts.ts'
import { isUnavailable, NoSuitableHost } from './errors.ts'

// Watches the hosts of a database URL, so that connections go to the host that has the required role.
// Every second each host reports its role, timeline and position. A promotion raises the timeline.
// Once a process has seen a timeline, it refuses hosts of earlier ones, such as a former primary that comes back,
// and hosts of another cluster.

/** The last report of a host; `away` means that the host did not answer within a second. */
export type HostStatus = {
  host: string
  role: 'primary' | 'standby' | 'away'
  /** The seconds by which a standby is behind the primary; undefined if the primary or the standby is away. */
  lagSeconds?: number
  /** True for the host to which connections go. */
  current: boolean
}

/** A connection that the watch closes when its host loses the role. */
type WatchedClient = { closeNow(): void }
export type HostAddress = { name: string; host: string; port: number }
type Report = { standby: boolean; system: string; timeline: number | null; position: number }
type Move = { from: string; to: string }

const EVERY_MS = 1_000
const PROBE_MS = 1_000
/** The wait for hosts that may be preferable, after the first suitable host has answered. */
const GRACE_MS = 250
const MAX_POSITIONS = 600
/** After this time without a primary, its host is lost and callers wait longer, so that their attempts outlast the election. */
const LONG_AWAY_MS = 3_000
const RETRY_SECONDS = 2
const LONG_RETRY_SECONDS = 6

/** The timeline of a primary, which a promotion raises. */
export const primaryTimeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`

const reportStatement = `
  select pg_is_in_recovery() as standby, system_identifier::text as system,
    case when not pg_is_in_recovery() then ${primaryTimeline} end as timeline,
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::float8 as position
  from pg_control_system()`

/** One host with a connection for its reports, which opens again after an error. */
class ProbedHost {
  readonly address: HostAddress
  report: Report | undefined
  error: Error | undefined
  readonly #url: string
  #client: pg.Client | undefined
  #probing: Promise<void> | undefined

  constructor(url: string) {
    this.#url = url
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[(.+)\]$/, '$1')
    this.address = { name: describeHost(url), host, port: Number(port || DEFAULT_PORT) }
  }

  /** Updates the report. Never rejects. */
  probe(): Promise<void> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  async #probeOnce(): Promise<void> {
    try {
      this.report = await this.#ask()
    } catch (error) {
      this.report = undefined
      this.error = error as Error
      this.close()
    }
  }

  async #ask(): Promise<Report> {
    this.#client ??= await this.#connect()
    return (await this.#client.query<Report>(reportStatement)).rows[0]!
  }

  async #connect() {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'carat watch',
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    // Ignores the error event of a broken connection, because the next query rejects as well.
    client.on('error', () => {})
    await client.connect()
    return client
  }

  close() {
    void this.#client?.end().catch(() => {})
    this.#client = undefined
  }

  describe() {
    const { message, code } = (this.error ?? {}) as { message?: string; code?: string }
    const state = this.report ? (this.report.standby ? 'standby' : 'primary') : message || code
    return `${this.address.name} (${state ?? 'not asked yet'})`
  }
}

export class HostWatch {
  /** The number of times that connections moved to another host. */
  moves = 0
  readonly role: HostRole
  readonly #hosts: ProbedHost[]
  readonly #clients = new Map<WatchedClient, string>()
  readonly #listeners = new Set<(move: Move) => void>()
  /** The positions of the primary in the last minutes, by which the lag of a standby is known without its clock. */
  #positions: { position: number; at: number }[] = []
  #system: string | undefined
  #timeline = 0
  #current: ProbedHost | undefined
  #awaySince: number | undefined
  #checking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ urls, role }: DatabaseHosts) {
    this.role = role
    this.#hosts = urls.map((url) => new ProbedHost(url))
  }

  /** Resolves to the host with the required role. Rejects with NoSuitableHost within about a second. */
  async pick(): Promise<HostAddress> {
    if (!this.#isWatching || !this.#current || !this.#isSuitable(this.#current)) await this.check()
    const current = this.#current
    if (current && this.#isSuitable(current)) return current.address
    // A wrong password or database name is reported as such, because waiting does not help.
    const errors = this.#hosts.map(({ error }) => error)
    if (errors.every((error) => error && !isUnavailable(error))) throw errors[0]!
    const awayMs = performance.now() - (this.#awaySince ?? performance.now())
    throw new NoSuitableHost(
      `No host of the database is a ${this.role}: ${this.#hosts.map((host) => host.describe()).join(', ')}`,
      awayMs > LONG_AWAY_MS ? LONG_RETRY_SECONDS : RETRY_SECONDS,
    )
  }

  /** Registers an open connection. The watch runs while at least one connection is registered. */
  add(client: WatchedClient, name: string) {
    this.#clients.set(client, name)
    this.#schedule()
  }

  remove(client: WatchedClient) {
    this.#clients.delete(client)
    if (this.#isWatching || this.#checking) return
    this.#stop()
  }

  /** Calls the listener after each move. Returns a function that removes the listener. */
  onMove(listener: (move: Move) => void) {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Asks every host for its role, and moves the connections if another host has taken over. */
  check(): Promise<void> {
    this.#checking ??= this.#checkOnce().finally(() => {
      this.#checking = undefined
      if (this.#isWatching) this.#schedule()
      else this.#stop()
    })
    return this.#checking
  }

  statuses(): HostStatus[] {
    return this.#hosts.map((host) => {
      const { report } = host
      const lagSeconds = report?.standby ? this.#lagOf(report.position) : undefined
      return {
        host: host.address.name,
        role: report ? (report.standby ? 'standby' : 'primary') : 'away',
        ...(lagSeconds !== undefined && { lagSeconds }),
        current: host === this.#current && this.#isSuitable(host),
      }
    })
  }

  get #isWatching() {
    return this.#clients.size > 0
  }

  #schedule() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.check()
    }, EVERY_MS).unref()
  }

  #stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const host of this.#hosts) host.close()
  }

  async #checkOnce() {
    const probes = this.#hosts.map((host) => host.probe())
    const all = Promise.all(probes)
    const firstSuitable = Promise.any(
      probes.map(async (probe, index) => {
        await probe
        if (!this.#isSuitable(this.#hosts[index]!)) throw new Error('unsuitable')
      }),
    ).then(
      () => pause(GRACE_MS),
      () => all,
    )
    await Promise.race([all, firstSuitable])
    this.#evaluate()
  }

  #evaluate() {
    const suitable = this.#hosts.filter((host) => this.#isSuitable(host))
    const timelineOf = ({ report }: ProbedHost) => report?.timeline ?? 0
    const newest = Math.max(...suitable.map(timelineOf))
    const candidates = suitable.filter((host) => timelineOf(host) === newest)
    const chosen = candidates.find((host) => host === this.#current) ?? candidates[0]
    this.#awaySince = chosen ? undefined : (this.#awaySince ?? performance.now())
    if (chosen) this.#moveTo(chosen)
    // A pooler keeps the connections of a host open that has become a standby.
    else if (this.#current?.report) this.#closeWhere((name) => name === this.#current?.address.name)
  }

  #isSuitable({ report }: ProbedHost) {
    if (!report || report.standby !== (this.role === 'standby')) return false
    if (this.#system !== undefined && report.system !== this.#system) return false
    return (report.timeline ?? this.#timeline) >= this.#timeline
  }

  #moveTo(host: ProbedHost) {
    const { system, timeline, position } = host.report!
    const from = this.#current
    // Positions of different timelines cannot be compared.
    if (timeline !== null && timeline !== this.#timeline) this.#positions = []
    this.#current = host
    this.#system = system
    this.#timeline = timeline ?? this.#timeline
    if (timeline !== null) {
      this.#positions.push({ position, at: performance.now() })
      if (this.#positions.length > MAX_POSITIONS) this.#positions.shift()
    }
    if (from === host) return
    if (!from) return
    this.moves++
    this.#closeWhere((name) => name !== host.address.name)
    for (const listener of this.#listeners) listener({ from: from.address.name, to: host.address.name })
  }

  #closeWhere(matches: (name: string) => boolean) {
    for (const [client, name] of this.#clients) if (matches(name)) client.closeNow()
  }

  /** The age of the first position of the primary that the standby has not replayed. */
  #lagOf(replayed: number) {
    if (this.#positions.length === 0) return undefined
    const missing = this.#positions.find(({ position }) => position > replayed)
    return missing ? (performance.now() - missing.at) / 1_000 : 0
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const watches = new Map<string, HostWatch>()

/** Returns the watch of a URL, which all logins of this process share; undefined for a single host of any role. */
export function watchHosts(url: string, usual?: 'primary' | 'standby'): HostWatch | undefined {
  const hosts = parseDatabaseHosts(url, usual)
  if (hosts.role === 'any') return undefined
  const key = [hosts.role, ...hosts.urls.map((one) => `${describeHost(one)}${new URL(one).pathname}`)].join(' ')
  const watch = watches.get(key) ?? new HostWatch(hosts)
  watches.set(key, watch)
  return watch
}
