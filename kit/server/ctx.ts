import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

export type Db = Kysely<Tables>

/** Who makes a call, as the server knows it: never what the body says. */
export type Actor = {
  kind: 'staff' | 'system' | 'customer' | 'anonymous'
  userId: number | null
  /** Of a self-service session; null while its visitor only registers, and for everybody else. */
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
  /** All roles of this account open reports. It changes nothing but its own settings. */
  isReader: boolean
  sessionId: number | null
  /** The session's label in logs and activities; it is no credential. */
  sessionLabel: string | null
  /** Grows whenever what this account may do changes; every transaction checks that it is still the one known here. */
  accessVersion: number
  /** The limit of calls that is set for this program, instead of that of every account. */
  callsPerMinute?: number | null
}

export const nobody: Actor = {
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
  /** A file that goes along, which lies on the shelf of exports. */
  Attachment?: { Name: string; Type: string; Key: string } | null
  /** Where one click ends such messages; and the hours (HH:MM, business zone) outside of which they wait. */
  Marketing?: { unsubscribeUrl: string; from: string; until: string } | null
}

/** Which server answered a list or report, the moment whose data it shows, and the reason where that is not the replica. */
export type ReadSource = {
  from: 'Primary' | 'Replica'
  asAt: Date
  why?: 'away' | 'late' | 'own change'
}

/** All that a use case may touch besides its input. In a change `db` is the transaction, in a read a read-only one. */
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
  /** What the caller's browser or program calls itself; shown to people, never relied on. */
  userAgent: string | null
  /** Aborted when the caller went away before the answer; absent where nobody waits. Long work ends with it. */
  gone?: AbortSignal
  /** Whether the caller is one of our own web apps, which keep their session in a cookie. */
  web: boolean
  /** Writes the specification's text log entry, in the same transaction: 'Delete List Item in List Item. ListItemId - 7'. */
  audit(action: string, objectType: string, objectId: string | number, text?: string): void
  /** A statement that travels with COMMIT and so costs no round trip of its own; nothing may wait for what it answers. */
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
