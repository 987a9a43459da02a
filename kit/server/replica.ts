import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { type Database, openDatabase } from './database.ts'
import { describeDatabase } from './database-hosts.ts'
import { primaryTimeline } from './host-watch.ts'

// Monitors the streaming replica for lists and reports, if one is configured (docs/decisions/0152).
// Every second writes a mark to the primary's WAL and reads the replay position of the replica.
// The last replayed mark gives the age of the replica's data, without any clock of another machine.
// Positions of the log can only be compared within one timeline. After a promotion, the first mark stores the new
// timeline in a sequence, and a replica counts only once it has replayed this value.

/** The state of the replica: `ready` within the allowed lag, `late` behind it, `away` unreachable, `starting` unknown yet. */
type ReplicaState = 'ready' | 'late' | 'away' | 'starting'

/** A replay position of the replica, and the timeline whose log it has replayed. */
export type ReplayPosition = { replayed: number; timeline: number }

/** The time of the replica's data by the clock of the primary, and the age of the data. */
type ReplicaMoment = { at: number; ageMs: number }

export type Replica = {
  database: Database
  state(): ReplicaState
  /** Returns the age of the replica's data; undefined if the age is unknown. */
  ageMs(): number | undefined
  /** Describes the problem of the replica for health and log; null if the replica has no problem. */
  problem(): string | null
  /** Returns the time of the replica's data at a replay position; undefined if the data is older than the allowed lag. */
  momentAt(position: ReplayPosition): ReplicaMoment | undefined
  /** Returns the latest time that the replica's data can have. */
  newest(): number
  /** Waits until the replica has replayed all commits so far. Resolves to their position, or undefined on timeout. */
  caughtUp(): Promise<ReplayPosition | undefined>
  /** Reports that a read at the replica failed, which triggers a check of the replica at once. */
  failed(): void
  /** The number of reads that replica and primary answered since the start. */
  reads: Record<'replica' | 'primary', number>
  end(): Promise<void>
}

declare module './database.ts' {
  interface Database {
    /** A streaming replica for reads whose data may be some seconds old; see replica-read.ts. */
    replica?: Replica
  }
}

type ReplicaOptions = {
  primary: Database
  url: string
  /** The allowed lag of the replica in seconds. */
  lagSeconds: number
  log: (text: string) => void
  /** The interval between checks in milliseconds. */
  everyMs?: number
}

const ASK_MS = 1_000
const CONNECT_MS = 500
const WAIT_MS = 5_000
const LOOK_AGAIN_MS = 20
const AT_FIRST_MS = 50
const MAX_MARKS = 600

type Mark = { lsn: number; at: number; sentAt: number }
type WrittenMark = Omit<Mark, 'sentAt'> & DatabaseIdentity & { timeline: number; stored: number }
/** Two servers with the same value contain the same database, whatever their machine. */
type DatabaseIdentity = { system: string; database: string }
type ReplicaStatus = DatabaseIdentity & ReplayPosition & { standby: boolean }

// Flushes the mark in the WAL immediately, so that the replica receives it even without other writes.
const markStatement = `
  select extract(epoch from clock_timestamp())::float8 * 1000 as at,
    pg_wal_lsn_diff(pg_logical_emit_message(false, 'carat', '', true), '0/0')::float8 as lsn,
    ${primaryTimeline} as timeline, (select last_value from database_timeline)::int as stored,
    system_identifier::text as system, current_database() as database
  from pg_control_system()`
const replayColumns = `coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as replayed,
    (select last_value from database_timeline)::int as timeline`
/** Reads a ReplayPosition at a standby. */
export const replayPositionStatement = `select ${replayColumns}`
const statusStatement = `
  select pg_is_in_recovery() as standby, ${replayColumns},
    system_identifier::text as system, current_database() as database
  from pg_control_system()`

/** Stores the marks that were written to the WAL in the last ten minutes. */
class Marks {
  readonly #marks: Mark[] = []
  readonly #maxLagMs: number

  constructor(lagSeconds: number) {
    this.#maxLagMs = lagSeconds * 1_000
  }

  add(mark: Mark) {
    this.#marks.push(mark)
    if (this.#marks.length > MAX_MARKS) this.#marks.shift()
  }

  first = () => this.#marks[0]
  last = () => this.#marks.at(-1)
  /** Returns the last mark at or before a position of the WAL. */
  passed = (lsn: number) => this.#marks.findLast((mark) => mark.lsn <= lsn)
  isLate = (mark: Mark) => ageOf(mark) > this.#maxLagMs
}

/** True if the position includes everything up to the target. */
export const hasReached = (position: ReplayPosition, target: ReplayPosition) =>
  position.timeline === target.timeline && position.replayed >= target.replayed

const NOTHING_REPLAYED: ReplayPosition = { replayed: -1, timeline: 0 }

const ageOf = (mark: Mark) => performance.now() - mark.sentAt

/** Starts monitoring a replica that may be unreachable. The primary answers all reads until the replica is ready. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const replica = new WatchedReplica(options)
  await replica.check()
  return replica
}

class WatchedReplica implements Replica {
  readonly database: Database
  readonly reads = { replica: 0, primary: 0 }
  // Uses dedicated connections, so that checks work even if the read pool is exhausted.
  readonly #statusPool: Database
  readonly #markPool: Database
  readonly #destroyConnections: () => void
  readonly #options: Required<ReplicaOptions>
  #marks: Marks
  /** The timeline of the primary, to which all marks belong. */
  #timeline = 0
  #state: ReplicaState = 'starting'
  #problem: string | null = 'It was not checked yet'
  /** The state of the replica that was logged last. */
  #loggedState: ReplicaState | undefined
  #position = NOTHING_REPLAYED
  #primaryIdentity: DatabaseIdentity | undefined
  #checking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor({ everyMs = 1_000, ...options }: ReplicaOptions) {
    const { primary, url, lagSeconds } = options
    const common = { pooled: primary.pooled ?? false, connectMs: CONNECT_MS }
    const standby = { url, usualRole: 'standby' } as const
    this.#options = { ...options, everyMs }
    this.#marks = new Marks(lagSeconds)
    this.database = openDatabase({ ...common, ...standby, applicationName: 'carat reads' })
    this.#statusPool = openDatabase({ ...common, ...standby, applicationName: 'carat replica', max: 1 })
    this.#markPool = openDatabase({ ...common, url: primary.url, applicationName: 'carat replica', max: 1 })
    this.#destroyConnections = connectionDestroyer(this.database.pool)
  }

  state = () => this.#state
  problem = () => this.#problem
  newest = () => this.#marks.last()?.at ?? 0
  failed = () => void this.check()

  ageMs() {
    const mark = this.#passedMark(this.#position)
    return mark && ageOf(mark)
  }

  momentAt(position: ReplayPosition) {
    const mark = this.#passedMark(position)
    return mark === undefined || this.#marks.isLate(mark) ? undefined : { at: mark.at, ageMs: ageOf(mark) }
  }

  async caughtUp() {
    if (this.#state !== 'ready') return undefined
    try {
      const target = await this.#writeMark()
      const isWaiting = (begun: number) => performance.now() - begun < WAIT_MS && target.timeline === this.#timeline
      for (const begun = performance.now(); isWaiting(begun); await pause(LOOK_AGAIN_MS))
        if (hasReached(await this.#readReplayPosition(), target)) return target
    } catch {
      // Without a result, the caller reads from the primary instead.
    }
    return undefined
  }

  async end() {
    this.#ended = true
    clearTimeout(this.#timer)
    await Promise.all([this.database.end(), this.#statusPool.end(), this.#markPool.end()])
  }

  /** Runs the checks of the replica one after another, and schedules the next check. */
  check(): Promise<void> {
    this.#checking ??= this.#runCheck().finally(() => {
      this.#checking = undefined
      clearTimeout(this.#timer)
      if (this.#ended) return
      this.#timer = setTimeout(() => this.check(), this.#state === 'starting' ? AT_FIRST_MS : this.#options.everyMs)
      this.#timer.unref()
    })
    return this.#checking
  }

  async #runCheck() {
    // An unreachable primary writes no marks, so the replica's data ages.
    await this.#writeMark().catch(() => {})
    try {
      this.#evaluate(await this.#readReplayPosition())
    } catch (error) {
      this.#setState('away', (error as Error).message)
    }
  }

  #passedMark({ replayed, timeline }: ReplayPosition) {
    return timeline === this.#timeline ? this.#marks.passed(replayed) : undefined
  }

  #evaluate(position: ReplayPosition) {
    const { lagSeconds } = this.#options
    const passed = this.#passedMark(position)
    if (passed && !this.#marks.isLate(passed)) return this.#setState('ready', null)
    const reference = passed ?? this.#marks.first()
    if (!reference) return this.#setState('late', 'the primary does not answer')
    // The lag is unknown until the replica has replayed its first mark.
    if (!passed && !this.#marks.isLate(reference))
      return this.#setState('starting', 'it has not come to the first mark yet')
    return this.#setState('late', `${Math.round(ageOf(reference) / 1_000)} s behind, ${lagSeconds} s are allowed`)
  }

  /** Sets the state of the replica, and logs each change of state once. */
  #setState(state: ReplicaState, problem: string | null) {
    this.#state = state
    this.#problem = problem
    // Aborts the reads that wait for an unreachable replica, so that the primary answers them now.
    if (state === 'away') this.#destroyConnections()
    if (this.#ended || state === 'starting' || state === this.#loggedState) return
    this.#loggedState = state
    const { url, log } = this.#options
    const name = describeDatabase(url)
    if (state === 'ready') log(`The replica ${name} is read for lists and reports`)
    else log(`The replica ${name} is ${state} (${problem}): lists and reports read the primary until it is back`)
  }

  /** Writes a mark to the log of the primary. Resolves to its position. */
  async #writeMark(): Promise<ReplayPosition> {
    const sentAt = performance.now()
    const { lsn, at, timeline, stored, system, database } = await queryOne<WrittenMark>(this.#markPool, markStatement)
    if (timeline !== stored) {
      // The mark precedes the value in the log, so that it would not prove that the value is replayed.
      await this.#markPool.pool.query(`select setval('database_timeline', $1)`, [timeline])
      return this.#writeMark()
    }
    if (timeline !== this.#timeline) this.#marks = new Marks(this.#options.lagSeconds)
    this.#timeline = timeline
    this.#primaryIdentity = { system, database }
    this.#marks.add({ lsn, at, sentAt })
    return { replayed: lsn, timeline }
  }

  /** Reads the replay position, and checks that the replica is a standby of the same database. */
  async #readReplayPosition() {
    const status = await queryOne<ReplicaStatus>(this.#statusPool, statusStatement)
    if (!status.standby) throw new Error('it is no standby')
    if (
      this.#primaryIdentity &&
      (status.system !== this.#primaryIdentity.system || status.database !== this.#primaryIdentity.database)
    )
      throw new Error('it is of another database than the primary')
    this.#position = { replayed: status.replayed, timeline: status.timeline }
    return this.#position
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function queryOne<Row extends object>({ pool }: Database, text: string): Promise<Row> {
  const { rows } = await pool.query<Row>({ text, query_timeout: ASK_MS } as pg.QueryConfig)
  return rows[0]!
}

/** Returns a function that destroys all sockets of a connection pool. */
function connectionDestroyer(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  return () => {
    for (const client of open)
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}
