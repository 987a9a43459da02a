import type { z } from 'zod'
import { type NamedRow, noRow, type Scope } from './scope.ts'

/**
 * The callers that may make a call.
 * `public`: anyone. `staff`: any signed-in staff. `worker`: staff except accounts with only report roles. `{ role }`: staff with one of
 * these roles; `privilege` is required in addition; `system` is the scope with which a system account (POS, ERP) may call too.
 * `customer`: a customer's self-service session, limited to their own rows. `visitor`: a self-service session, also during
 * registration; `visitor: true` opens a staff call to such sessions.
 */
export type Access =
  | 'public'
  | 'staff'
  | 'worker'
  | 'customer'
  | 'visitor'
  | { role: string | readonly string[]; privilege?: string; system?: SystemScope; visitor?: true }
  | { system: SystemScope }

/** The scopes that a system account needs: one, all of a list, or one for each value of a field of the body. */
export type SystemScope = string | readonly string[] | { field: string; scopes: Readonly<Record<string, string>> }

/** All scopes that a call's access names; none if programs may not make it. */
export function scopesOf(access: Access): readonly string[] {
  const scope = typeof access === 'object' ? access.system : undefined
  if (scope === undefined) return []
  if (typeof scope === 'string') return [scope]
  return 'field' in scope ? [...new Set(Object.values(scope.scopes))] : scope
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  method: Method
  path: string
  access: Access
  /** The rows that the call may access. */
  scope: Scope
  /**
   * The row kinds that the call shows or changes, the kind of its reply first; by default those of its scope. Pages that show one of them
   * reload after a change: see `rowKindsOfEndpoint`.
   */
  about?: readonly string[]
  /** Further rows that a change locks. Calls for the same row queue before they take a connection. */
  contends?: readonly Pick<NamedRow, 'kind' | 'field'>[]
  /** The purpose of the call, in one sentence for the API document. */
  summary: string
  body: Body
  reply: Reply
  /** `read` runs in a read-only transaction, `change` in one transaction with its audit entries. */
  kind: 'read' | 'change'
  /** The HTTP status of success: 201 for calls that create a record. */
  status: 200 | 201
  /** Accepts an `Idempotency-Key`: the first reply is replayed for the same key and body. */
  idempotent: boolean
  /** True if the body is a form (application/x-www-form-urlencoded) instead of JSON. */
  form?: true
  /** Set if the call receives or returns a file instead of JSON. */
  file?: TakesFile | GivesFile
  /** Fields of the specification that the server ignores, each with the reason. `data.Value` is nested in `data`. */
  ignored?: Readonly<Record<string, string>>
  /** Alternative field names of the specification: `{ Sort: 'SortDirection', InvoiceNo: 'Search.InvoiceNo' }`. */
  aliases?: Readonly<Record<string, string>>
  /** Set if the call will be removed: the days since when and until when it is answered, and the path of the call to use instead. */
  deprecated?: { since: string; sunset: string; use: string }
}

/** Ignored fields with a common reason. */
export const ignoring = (reason: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]))

/** A form with one file under this name; the body fields are in the form or in the query. */
type TakesFile = { takes: string; fieldsIn: 'form' | 'query' }
/** The possible content types. */
type GivesFile = { gives: readonly string[] }

type Declared<Body extends z.ZodType, Reply extends z.ZodType> = Pick<
  Endpoint<Body, Reply>,
  'path' | 'access' | 'scope' | 'summary' | 'body' | 'reply'
> &
  Partial<
    Pick<
      Endpoint,
      'method' | 'status' | 'idempotent' | 'form' | 'file' | 'about' | 'contends' | 'ignored' | 'aliases' | 'deprecated'
    >
  >

/** Declares a call that only reads. The body of a GET is its path parameters and query. */
export const read = <Body extends z.ZodType, Reply extends z.ZodType>(
  call: Declared<Body, Reply>,
): Endpoint<Body, Reply> => ({
  method: 'POST',
  status: 200,
  idempotent: false,
  ...call,
  kind: 'read',
})

/** Declares a call that changes data. It runs in one transaction and is audited. */
export const change = <Body extends z.ZodType, Reply extends z.ZodType>(
  call: Declared<Body, Reply>,
): Endpoint<Body, Reply> => ({
  method: 'POST',
  status: 200,
  idempotent: false,
  ...call,
  scope: isSharedSetup(call) ? noRow('HQ', call.scope.rows) : call.scope,
  kind: 'change',
})

/**
 * True for setup shared by all outlets (levels, rates, structures, custom fields): only head office may change it, whatever the role.
 * System accounts are limited by their scopes.
 */
const isSharedSetup = ({ access, scope: { rows, otherwise } }: Pick<Endpoint, 'access' | 'scope'>) =>
  typeof access === 'object' &&
  'role' in access &&
  (otherwise === 'shared' || (otherwise === null && rows.every(({ reach }) => reach === 'everyone')))

/** The row kinds that a read shows or a change changes. */
export const rowKindsOfEndpoint = ({ about, scope }: Endpoint): readonly string[] =>
  about ?? scope.rows.flatMap(({ kind }) => (typeof kind === 'string' ? [kind] : Object.values(kind.kinds)))

/** The validated body, as passed to the use case. */
export type Input<E extends Endpoint> = z.output<E['body']>
/** The body as the caller sends it. */
export type Sent<E extends Endpoint> = z.input<E['body']>
/** The body as our pages send it: always with Version, which is optional for other clients. */
export type SentByPage<E extends Endpoint> =
  Sent<E> extends { Version?: infer V }
    ? number extends V
      ? V extends number | undefined
        ? Sent<E> & { Version: number | undefined }
        : Sent<E>
      : Sent<E>
    : Sent<E>
/** The reply as the caller receives it. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
