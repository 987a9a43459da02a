import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

export type Db = Kysely<Tables>

/** The authenticated caller, which the server determines from the session and never from the request body. */
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
  /** The outlet at which the caller acts. Null for a program of several outlets until its call names one. */
  outletCode: string | null
  /** The outlets to which a system account is bound. Empty for an account of all outlets, and for other callers. */
  outletCodes?: readonly string[]
  buildingId: number | null
  isHQ: boolean
  /** True if all roles of the account are report roles. Such an account can change only its own settings. */
  isReader: boolean
  sessionId: number | null
  /** The label of the session in logs and activities. The label is not a credential. */
  sessionLabel: string | null
  /** A version that increases with each change of the account's rights. Every transaction checks the version. */
  accessVersion: number
  /** The call limit of a system account, if it differs from the default limit. */
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

export type OutgoingMail = {
  To: string
  Subject: string
  /** The body of the message as plain text. */
  Body: string
  Html?: string | null
  Channel?: 'Email' | 'SMS'
  /** An attachment in the storage of exported files. */
  Attachment?: { Name: string; Type: string; Key: string } | null
  /** Only in marketing messages: the one-click unsubscribe link, and the permitted hours for sending (HH:MM, business zone). */
  Marketing?: { unsubscribeUrl: string; from: string; until: string } | null
}

/** The source of a list or report: primary or replica, the time of its data, and why the replica was not used. */
export type ReadSource = {
  from: 'Primary' | 'Replica'
  asAt: Date
  why?: 'away' | 'late' | 'own change'
}

/** The context of a use case. `db` is one transaction, which is read-only for reads. */
export type Ctx = {
  db: Db
  actor: Actor
  now: Date
  /** The date of `now` in the business zone, YYYY-MM-DD. */
  today: string
  timeZone: string
  /** The data source of a list or report; undefined if no replica is configured. */
  source?: ReadSource | undefined
  requestId: string
  sourceIP: string | null
  /** The User-Agent header of the request, for display only. */
  userAgent: string | null
  /** Aborts when the caller disconnects before the reply, so that long work can stop. Jobs have no signal. */
  signal?: AbortSignal
  /** True for requests of our own web apps, which have their session in a cookie. */
  web: boolean
  /** Writes the text log entry of the specification: 'Delete List Item in List Item. ListItemId - 7'. */
  audit(action: string, objectType: string, objectId: string | number, text?: string): void
  /** Adds an SQL statement that is sent together with COMMIT to save a round trip. The statement's result is not available. */
  atEnd?(text: string, values: unknown[]): void
  /** Puts a message into the outbox. The message is sent only if the transaction commits. */
  mail(message: OutgoingMail): Promise<unknown>
  /** Sets headers and cookies of the reply, the only part of HTTP that a use case can access. */
  reply: ReplyHead
  services: Services
}

type ReplyHead = {
  setCookie(name: string, value: string, maxAgeSeconds: number): void
  clearCookie(name: string): void
  header(name: string, value: string): void
}

/**
 * Settings and shared objects of the program, read once at start.
 * Kit and area files add their own members: `declare module '#kit/server/ctx.ts' { interface Services { … } }`.
 */
export interface Services {
  demo: boolean
  publicUrl: string | null
  /**
   * The base of links in messages: the public URL, or the machine's own address if no public URL is set.
   * The URL is never taken from a request, because the sender could then choose the target of the links.
   */
  webUrl: string
  /** The key of the server for signatures and hashes, read from DATA_DIR/secrets or from the environment. */
  secret: Buffer
  /** The previous secret, which still decrypts stored data. The next use of the data encrypts it with the new secret. */
  earlierSecret: Buffer | null
  /**
   * Notifies every process after commit that cached data changed.
   * On the channel `job`, the notification starts the job with this name.
   * No result may depend on a notification, because notifications can be lost.
   */
  announce(ctx: Pick<Ctx, 'db'>, channel: 'session' | 'user' | 'setting' | 'job', id: string): Promise<void>
}
