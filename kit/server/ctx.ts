import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { ServerArea } from './area.ts'
import type { SharedCounts } from './counts.ts'
import type { Database } from './database.ts'
import type { Source } from './late-read.ts'
import type { SmsGateway } from './sms.ts'
import type { Storages } from './storage.ts'

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

/** All that a use case may touch besides its input. In a change `db` is the transaction, in a read a read-only one. */
export type Ctx = {
  db: Db
  actor: Actor
  now: Date
  /** The business date of `now`, YYYY-MM-DD in the business zone. */
  today: string
  timeZone: string
  /** Of a list or report where there is a replica: where it is read, and at which moment that stood. */
  source?: Source | undefined
  requestId: string
  sourceIP: string | null
  /** What the caller's browser or program calls itself; shown to people, never relied on. */
  userAgent: string | null
  /** Aborted when the caller went away before the answer; absent where nobody waits. Long work ends with it. */
  gone?: AbortSignal
  /** Whether the caller is one of our own web apps, which keep their session in a cookie. */
  web: boolean
  /** Writes the specification's text log entry, in the same transaction: 'Delete Lead Source in Lead Source. LeadSourceId - 7'. */
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

/** Another server that says who somebody is, as the operator set it up. */
export type SignInProvider = {
  name: 'sso' | 'google' | 'facebook'
  issuer: string
  clientId: string
  clientSecret: string
  /** How its addresses are fetched, where that is not by the network. */
  fetch?: typeof fetch
  /** Part of this program: the browser finds its pages at this application's own address. */
  inside?: boolean
}

/** The wallets of phones that the operator set up; certificates and keys as PEM. */
export type Wallets = {
  apple: {
    passTypeId: string
    teamId: string
    certificate: string
    key: string
    passphrase: string | undefined
    wwdr: string
  } | null
  google: { issuerId: string; account: string; key: string } | null
}

/** What the program lends to use cases beyond the database: settings that were read once at start. */
export type Services = {
  /** The areas of the product, for those that serve what all of them bring. */
  areas: readonly ServerArea[]
  demo: boolean
  publicUrl: string | null
  /**
   * Where messages lead their readers: the public address, or the machine's own where none is set. Never taken from a
   * request, whose sender could choose where a link goes.
   */
  webUrl: string
  /** Keys the server signs and hashes with; they live in DATA_DIR/secrets or the environment. */
  secret: Buffer
  /** The key before the present one: what it sealed can still be opened, and is sealed again when it is used. */
  earlierSecret: Buffer | null
  /** Who else may say who somebody is, in the order of their buttons. */
  signInProviders: readonly SignInProvider[]
  /**
   * For the few calls whose work does not fit into their own transaction (a file that is read and validated): connections
   * beside it, and where files lie.
   */
  longWork: { database: Database; directUrl: string; dataDir: string }
  /** The company's ERP, where one is set up; `simulated`: the demo's own stands in for it. */
  erp: { url: string; secret: string; simulated?: true } | null
  /** The SMS gateway that the operator set up: its reports are signed with its token. */
  sms?: SmsGateway | undefined
  /** Where members may keep their card besides. */
  wallets?: Wallets
  /** Totals of long lists, which callers share for a few seconds. */
  counts: SharedCounts
  /** Exports of more rows than these are made in the background. */
  exportRowsAtOnce: number
  /** Files that people brought or asked for, one shelf for each kind. */
  storage: Storages
  /**
   * Tells every process, once this is committed: that something it may remember changed, or with `job` that the job of
   * this name has work to do. Nothing may rely on being heard.
   */
  announce(ctx: Pick<Ctx, 'db'>, channel: 'session' | 'user' | 'setting' | 'job', id: string): Promise<void>
}
