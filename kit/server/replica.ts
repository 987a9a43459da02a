import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { type Database, openDatabase } from './database.ts'

// A STREAMING REPLICA answers lists and reports, where one is set up (docs/decisions/0152). Here stands how far it is: every second a
// mark is written into the primary's log with the time of day, and the replica is asked how far it has come. What it shows is as old
// as the last mark that it has passed: no clock of another machine and no guess of the replica itself is needed for that.

/** Whether it may be read: it answers and is not too late. `starting`: it is not known yet. */
type ReplicaState = 'ready' | 'late' | 'away' | 'starting'

/** A moment of the primary that the replica shows: by the primary's clock, and how long ago that is. */
type Shown = { at: number; ageMs: number }

export type Replica = {
  database: Database
  state(): ReplicaState
  /** How old what it shows is; undefined while nobody knows. */
  ageMs(): number | undefined
  /** In words, for health and log; null where nothing is wrong. */
  trouble(): string | null
  /** Which moment somebody reads who came after it had replayed as far as that; undefined: older than what is allowed. */
  momentAt(replayed: number): Shown | undefined
  /** The youngest moment of which a reader may hope to see it. */
  newest(): number
  /** Waits until it shows what stands now, and answers how far that is; undefined: it does not come there in time. */
  caughtUp(): Promise<number | undefined>
  /** Somebody could not read there: it is looked at without delay. */
  failed(): void
  /** How many reads came from it, and how many did not, since the start. */
  reads: Record<'replica' | 'primary', number>
  end(): Promise<void>
}

declare module './database.ts' {
  interface Database {
    /** A streaming replica for reads that may be some seconds late; see late-read.ts. */
    replica?: Replica
  }
}

type ReplicaOptions = {
  primary: Database
  url: string
  /** It may be so many seconds behind. */
  lagSeconds: number
  log: (text: string) => void
  /** How often it is looked at. */
  everyMs?: number
}

const ASK_MS = 1_000
const CONNECT_MS = 500
const WAIT_MS = 5_000
const LOOK_AGAIN_MS = 20
const AT_FIRST_MS = 50
const MARKS_KEPT = 600

type Mark = { lsn: number; at: number; asked: number }
/** Which database it is, on whatever machine. */
type Home = { system: string; database: string }
type Standing = Home & { standby: boolean; replayed: number }

// Written and flushed by itself, so that the replica comes to it also when nobody changes anything.
const mark = `
  select extract(epoch from clock_timestamp())::float8 * 1000 as at,
    pg_wal_lsn_diff(pg_logical_emit_message(false, 'carat', '', true), '0/0')::float8 as lsn,
    system_identifier::text as system, current_database() as database
  from pg_control_system()`
const standing = `
  select pg_is_in_recovery() as standby, coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as replayed,
    system_identifier::text as system, current_database() as database
  from pg_control_system()`

/** The marks of the last minutes. */
class Marks {
  readonly #marks: Mark[] = []
  readonly #mayBeMs: number

  constructor(lagSeconds: number) {
    this.#mayBeMs = lagSeconds * 1_000
  }

  add(one: Mark) {
    this.#marks.push(one)
    if (this.#marks.length > MARKS_KEPT) this.#marks.shift()
  }

  first = () => this.#marks[0]
  last = () => this.#marks.at(-1)
  /** The last one that somebody has passed who has come as far as that. */
  passed = (lsn: number) => this.#marks.findLast((one) => one.lsn <= lsn)
  isLate = (one: Mark) => ageOf(one) > this.#mayBeMs
}

const ageOf = (one: Mark) => performance.now() - one.asked

/** Begins to look after a replica. It need not be there: until it is, the primary is read. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const replica = new WatchedReplica(options)
  await replica.look()
  return replica
}

class WatchedReplica implements Replica {
  readonly database: Database
  readonly reads = { replica: 0, primary: 0 }
  // Connections of their own: whether it is well must be found out also when all others are at work.
  readonly #asking: Database
  readonly #marking: Database
  readonly #cut: () => void
  readonly #options: Required<ReplicaOptions>
  readonly #marks: Marks
  #state: ReplicaState = 'starting'
  #trouble: string | null = 'It was not looked at yet'
  /** What was written into the log last. */
  #said: ReplicaState | undefined
  #replayed = 0
  #home: Home | undefined
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor({ everyMs = 1_000, ...options }: ReplicaOptions) {
    const { primary, url, lagSeconds } = options
    const common = { pooled: primary.pooled ?? false, connectMs: CONNECT_MS }
    this.#options = { ...options, everyMs }
    this.#marks = new Marks(lagSeconds)
    this.database = openDatabase({ ...common, url, applicationName: 'carat reads' })
    this.#asking = openDatabase({ ...common, url, applicationName: 'carat replica', max: 1 })
    this.#marking = openDatabase({ ...common, url: primary.url, applicationName: 'carat replica', max: 1 })
    this.#cut = cutterOf(this.database.pool)
  }

  state = () => this.#state
  trouble = () => this.#trouble
  newest = () => this.#marks.last()?.at ?? 0
  failed = () => void this.look()

  ageMs() {
    const one = this.#marks.passed(this.#replayed)
    return one && ageOf(one)
  }

  momentAt(replayed: number) {
    const one = this.#marks.passed(replayed)
    return one === undefined || this.#marks.isLate(one) ? undefined : { at: one.at, ageMs: ageOf(one) }
  }

  async caughtUp() {
    if (this.#state !== 'ready') return undefined
    try {
      const least = await this.#mark()
      for (const begun = performance.now(); performance.now() - begun < WAIT_MS; await pause(LOOK_AGAIN_MS))
        if ((await this.#ask()) >= least) return least
    } catch {
      // The primary is read then.
    }
    return undefined
  }

  async end() {
    this.#ended = true
    clearTimeout(this.#timer)
    await Promise.all([this.database.end(), this.#asking.end(), this.#marking.end()])
  }

  /** One look at a time, and the next a while after it. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      clearTimeout(this.#timer)
      if (this.#ended) return
      this.#timer = setTimeout(() => this.look(), this.#state === 'starting' ? AT_FIRST_MS : this.#options.everyMs)
      this.#timer.unref()
    })
    return this.#looking
  }

  async #look() {
    // While the primary is away there is no new mark, and what the replica shows grows old.
    await this.#mark().catch(() => {})
    try {
      this.#judge(await this.#ask())
    } catch (error) {
      this.#become('away', (error as Error).message)
    }
  }

  #judge(replayed: number) {
    const { lagSeconds } = this.#options
    const shown = this.#marks.passed(replayed)
    if (shown && !this.#marks.isLate(shown)) return this.#become('ready', null)
    const since = shown ?? this.#marks.first()
    if (!since) return this.#become('late', 'the primary does not answer')
    // Before it has come to the first mark, nobody knows how late it is.
    if (!shown && !this.#marks.isLate(since)) return this.#become('starting', 'it has not come to the first mark yet')
    return this.#become('late', `${Math.round(ageOf(since) / 1_000)} s behind, ${lagSeconds} s are allowed`)
  }

  /** Said once for each change, not for each call. */
  #become(state: ReplicaState, trouble: string | null) {
    this.#state = state
    this.#trouble = trouble
    // Anyone who waits for an answer of a machine that gives none is to have it from the primary now.
    if (state === 'away') this.#cut()
    if (this.#ended || state === 'starting' || state === this.#said) return
    this.#said = state
    const { url, log } = this.#options
    const { host, pathname } = new URL(url)
    if (state === 'ready') log(`The replica ${host}${pathname} is read for lists and reports`)
    else
      log(
        `The replica ${host}${pathname} is ${state} (${trouble}): lists and reports read the primary until it is back`,
      )
  }

  async #mark() {
    const asked = performance.now()
    const { lsn, at, ...home } = await ask<Omit<Mark, 'asked'> & Home>(this.#marking, mark)
    this.#home = home
    this.#marks.add({ lsn, at, asked })
    return lsn
  }

  /** How far it has come. */
  async #ask() {
    const found = await ask<Standing>(this.#asking, standing)
    if (!found.standby) throw new Error('it is no standby')
    if (this.#home && (found.system !== this.#home.system || found.database !== this.#home.database))
      throw new Error('it is of another database than the primary')
    this.#replayed = found.replayed
    return found.replayed
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function ask<Row extends object>({ pool }: Database, text: string): Promise<Row> {
  const { rows } = await pool.query<Row>({ text, query_timeout: ASK_MS } as pg.QueryConfig)
  return rows[0]!
}

/** Ends all connections of a pool at once, without a word to the other side. */
function cutterOf(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  return () => {
    for (const client of open)
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}
