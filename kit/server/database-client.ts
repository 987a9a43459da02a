import pg from 'pg'
import { parseDatabaseHosts } from './database-hosts.ts'
import { NoSuitableHost } from './errors.ts'
import { type HostWatch, watchHosts } from './host-watch.ts'

// Connections to a database URL, which may name several hosts.

type ConnectCallback = (error?: Error) => void
/** `usualRole` is the role of the hosts if the URL names several hosts without target_session_attrs. */
export type HostClientConfig = pg.ClientConfig & { connectionString: string; usualRole?: 'primary' | 'standby' }
type Internals = {
  _ending: boolean
  connectionParameters: { host: string; port: number }
  connection: { stream: { destroyed: boolean; destroy(): void } } & NodeJS.EventEmitter
}
type ParameterStatus = { parameterName: string; parameterValue: string }

/** The seconds until the operating system probes an idle connection. It closes a dead one about ten seconds later. */
const KEEP_ALIVE_MS = 10_000

/** A connection to the host that has the required role. It closes when the host loses this role. */
export class HostClient extends pg.Client {
  readonly #watch: HostWatch | undefined
  #isStandby: boolean | undefined

  constructor(config: HostClientConfig) {
    const { connectionString, usualRole = 'primary' } = config
    const watch = watchHosts(connectionString, usualRole)
    super({
      ...config,
      ...(watch && { connectionString: parseDatabaseHosts(connectionString, usualRole).urls[0] }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    this.#watch = watch
  }

  override connect(): Promise<this>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<this> | undefined {
    if (!this.#watch) return callback ? void super.connect(callback) : (super.connect() as unknown as Promise<this>)
    const connecting = this.#connectTo(this.#watch)
    if (!callback) return connecting.then(() => this)
    connecting.then(() => callback(), callback)
    return undefined
  }

  async #connectTo(watch: HostWatch): Promise<void> {
    const { name, host, port } = await watch.pick()
    const internals = this as unknown as Internals
    // A pool may have given up the connection while the host was looked for.
    if (internals._ending || internals.connection.stream.destroyed) throw new NoSuitableHost('timeout expired')
    Object.assign(this, { host, port })
    Object.assign(internals.connectionParameters, { host, port })
    internals.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
    watch.add(this, name)
    this.once('end', () => {
      watch.remove(this)
      if (!internals._ending) void watch.check()
    })
    try {
      await super.connect()
    } catch (error) {
      watch.remove(this)
      void watch.check()
      throw error
    }
    // A pooler does not report the role; the watch then finds a host that was demoted.
    if (this.#isStandby !== undefined && this.#isStandby !== (watch.role === 'standby')) {
      this.closeNow()
      throw new NoSuitableHost(`The host ${name} has just changed its role`)
    }
  }

  /** Closes the connection without a goodbye, which a host that does not answer would never receive. */
  closeNow() {
    ;(this as unknown as Internals).connection.stream.destroy()
  }
}

type Stream = { cork(): void; uncork(): void }

/** Sends all statements of one turn of the event loop in one write, because a write costs as much as a short statement. */
export class CorkedClient extends HostClient {
  private corked = false

  override query = ((...args: Parameters<typeof pg.Client.prototype.query>) => {
    this.corkUntilNextTick()
    return super.query(...args)
  }) as typeof pg.Client.prototype.query

  private corkUntilNextTick() {
    const { stream } = (this as unknown as { connection: { stream: Stream } }).connection
    if (this.corked) return
    this.corked = true
    stream.cork()
    // Delays the write until all pending promise callbacks have run, because they may send further statements.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.corked = false
        stream.uncork()
      }),
    )
  }
}
