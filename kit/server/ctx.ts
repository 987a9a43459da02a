import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

export type Db = Kysely<Tables>

/** The authenticated caller, determined by the server and never by the request body. */
export type Actor = {
  kind: 'staff' | 'system' | 'customer' | 'anonymous'
  userId: number | null
  /** The customer of a self-service session; null during registration and for all other callers. */
  customerId: number | null
  staffId: number | null
  name: string
  roles: ReadonlySet<string>
  privileges: ReadonlySet<string>
  scopes: ReadonlySet<string>
  /** The building's code; HQ sees every outlet. */
  outletCode: string | null
  buildingId: number | null
  isHQ: boolean
  /** All roles of this account are report roles: it can change nothing but its own settings. */
  isReader: boolean
  sessionId: number | null
  /** The session's label in logs and activities; not a credential. */
  sessionLabel: string | null
  /** Increases whenever the rights of the account change. Every transaction checks that it is still current. */
  accessVersion: number
  /** The call limit of this system account, if it differs from the default. */
  callsPerMinute?: number | null
}

export const anonymousActor: Actor = {
  kind: 'anonymous',
  userId: null,
  customerId: null,
  staffId: null,
  name: 'anonymous',
  roles: new Set(),
  privileges: new Set(),
  scopes: new Set(),
  outletCode: null,
  buildingId: null,
  isHQ: false,
  isReader: false,
  sessionId: null,
  sessionLabel: null,
  accessVersion: 0,
}

export type Mail = {
  To: string
  Subject: string
  /** Plain text. */
  Body: string
  Html?: string | null
  Channel?: 'Email' | 'SMS'
  /** An attachment, stored on the exports shelf. */
  Attachment?: { Name: string; Type: string; Key: string } | null
  /** Marketing messages: the one-click unsubscribe link, and the hours (HH:MM, business zone) in which they may be sent. */
  Marketing?: { unsubscribeUrl: string; from: string; until: string } | null
}

/** The server that answered a list or report, the time of its data, and why the replica was not used. */
export type ReadSource = {
  from: 'Primary' | 'Replica'
  asAt: Date
  why?: 'away' | 'late' | 'own change'
}

/** Everything a use case may use besides its input. `db` is one transaction, read-only for reads. */
export type Ctx = {
  db: Db
  actor: Actor
  now: Date
  /** The business date of `now`, YYYY-MM-DD in the business zone. */
  today: string
  timeZone: string
  /** Set for a list or report where a replica is configured. */
  source?: ReadSource | undefined
  requestId: string
  sourceIP: string | null
  /** The User-Agent header; for display only. */
  userAgent: string | null
  /** Aborts when the caller disconnects before the reply, so that long work can stop; absent in jobs. */
  signal?: AbortSignal
  /** True for our own web apps, whose session is in a cookie. */
  web: boolean
  /** Writes the specification's text log entry, in the same transaction: 'Delete List Item in List Item. ListItemId - 7'. */
  audit(action: string, objectType: string, objectId: string | number, text?: string): void
  /** Adds a statement that is sent together with COMMIT, without a round trip of its own. Its result is not available. */
  atEnd?(text: string, values: unknown[]): void
  /** Puts a message into the outbox; it is sent only if the change is committed. */
  mail(message: Mail): Promise<unknown>
  /** Headers for the reply (cookies); nothing else of HTTP reaches a use case. */
  reply: ReplyHead
  services: Services
}

type ReplyHead = {
  setCookie(name: string, value: string, maxAgeSeconds: number): void
  clearCookie(name: string): void
  header(name: string, value: string): void
}

/**
 * Settings and shared objects of the program beyond the database, read once at start. A file of the kit or of an area that needs one more
 * declares it beside its own code: `declare module '#kit/server/ctx.ts' { interface Services { … } }`.
 */
export interface Services {
  demo: boolean
  publicUrl: string | null
  /**
   * Base of the links in messages: the public URL, or the machine's own address if none is set. Never taken from a request, because its
   * sender could then choose where a link goes.
   */
  webUrl: string
  /** Key for signatures and hashes, from DATA_DIR/secrets or the environment. */
  secret: Buffer
  /** The previous key: data sealed with it can still be opened, and is sealed with the new key on its next use. */
  earlierSecret: Buffer | null
  /**
   * Notifies every process after commit that cached data changed, or with `job` that the job of this name has work to do. A notification
   * can be lost: nothing may depend on it.
   */
  announce(ctx: Pick<Ctx, 'db'>, channel: 'session' | 'user' | 'setting' | 'job', id: string): Promise<void>
}
