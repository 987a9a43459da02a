import type { z } from 'zod'
import type { ActingOutlet } from './acting-outlet.ts'
import { type NamedRow, type RowScope, unnamedRows } from './scope.ts'

/**
 * The access rule of a call:
 * `public`: anyone. `staff`: any signed-in staff. `worker`: staff except accounts with only report roles.
 * `{ role }`: staff with one of these roles and, if `privilege` is given, with this privilege.
 * `system`: the scope that a system account (POS, ERP) needs to make the call.
 * `customer`: a customer's self-service session, limited to the customer's own rows.
 * `visitor`: a self-service session, even before its registration is complete.
 * `visitor: true` additionally allows self-service sessions to make a staff call.
 */
export type AccessRule =
  | 'public'
  | 'staff'
  | 'worker'
  | 'customer'
  | 'visitor'
  | { role: string | readonly string[]; privilege?: string; system?: SystemScope; visitor?: true }
  | { system: SystemScope }

/** The scopes that a system account needs: one scope, all scopes of a list, or one scope per value of a body field. */
export type SystemScope = string | readonly string[] | { field: string; scopes: Readonly<Record<string, string>> }

/** Returns all scopes in the access rule of a call; an empty list if system accounts cannot make the call. */
export function scopesOfAccessRule(access: AccessRule): readonly string[] {
  const scope = typeof access === 'object' ? access.system : undefined
  if (scope === undefined) return []
  if (typeof scope === 'string') return [scope]
  return 'field' in scope ? [...new Set(Object.values(scope.scopes))] : scope
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Endpoint<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  method: Method
  path: string
  access: AccessRule
  /** The rows that the call accesses, for row-level authorization. */
  scope: RowScope
  /**
   * The kinds of rows that the call shows or changes, with the kind of its reply first; by default the kinds in its scope.
   * A change refetches all queries that show one of these kinds: see `rowKindsOfEndpoint`.
   */
  about?: readonly string[]
  /** Further rows that a change locks. Calls that lock the same row wait in a queue before they take a connection. */
  contends?: readonly Pick<NamedRow, 'kind' | 'field'>[]
  /** The purpose of the call, in one sentence for the API document. */
  summary: string
  body: Body
  reply: Reply
  /** `read` runs in a read-only transaction, `change` in one transaction with its audit entries. */
  kind: 'read' | 'change'
  /** The HTTP status of a successful call: 201 for calls that create a record, else 200. */
  status: 200 | 201
  /** True if the call accepts an `Idempotency-Key`: a retry with the same key and body gets the first reply. */
  idempotent: boolean
  /** True if the body is a form (application/x-www-form-urlencoded) instead of JSON. */
  form?: true
  /** Set if the call receives or returns a file instead of JSON. */
  file?: TakesFile | GivesFile
  /** Set if the call takes place at an outlet: the fields with which a program of several outlets names it. */
  outlet?: ActingOutlet
  /** Fields of the specification that the server ignores, with the reason. `data.Value` is a nested field. */
  ignored?: Readonly<Record<string, string>>
  /** Alternative names of fields in the specification: `{ Sort: 'SortDirection', InvoiceNo: 'Search.InvoiceNo' }`. */
  aliases?: Readonly<Record<string, string>>
  /** Set if the call will be removed: the date of its deprecation, its last day, and the path of its replacement. */
  deprecated?: { since: string; sunset: string; use: string }
}

/** Maps several ignored fields to one common reason. */
export const ignoreFields = (reason: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]))

/** A form upload with one file in the field `takes`; the other body fields are in the form or in the query. */
type TakesFile = { takes: string; fieldsIn: 'form' | 'query' }
/** A file download with its possible content types. */
type GivesFile = { gives: readonly string[] }

type Declared<Body extends z.ZodType, Reply extends z.ZodType> = Pick<
  Endpoint<Body, Reply>,
  'path' | 'access' | 'scope' | 'summary' | 'body' | 'reply'
> &
  Partial<
    Pick<
      Endpoint,
      | 'method'
      | 'status'
      | 'idempotent'
      | 'form'
      | 'file'
      | 'about'
      | 'contends'
      | 'outlet'
      | 'ignored'
      | 'aliases'
      | 'deprecated'
    >
  >

/** Declares a call that only reads. The body of a GET consists of its path parameters and query. */
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
  scope: isSharedSetup(call) ? unnamedRows('HQ', call.scope.rows) : call.scope,
  kind: 'change',
})

/**
 * True for setup shared by all outlets (levels, rates, structures, custom fields).
 * Only head office staff may change shared setup, whatever their role; scopes limit system accounts.
 */
const isSharedSetup = ({ access, scope: { rows, otherwise } }: Pick<Endpoint, 'access' | 'scope'>) =>
  typeof access === 'object' &&
  'role' in access &&
  (otherwise === 'shared' || (otherwise === null && rows.every(({ reach }) => reach === 'everyone')))

/** Returns the row kinds that a call shows or changes. */
export const rowKindsOfEndpoint = ({ about, scope }: Endpoint): readonly string[] =>
  about ?? scope.rows.flatMap(({ kind }) => (typeof kind === 'string' ? [kind] : Object.values(kind.kinds)))

/** The validated request body, as the use case receives it. */
export type Input<E extends Endpoint> = z.output<E['body']>
/** The request body before validation, as the caller sends it. */
export type RequestBody<E extends Endpoint> = z.input<E['body']>
/** The request body of our own pages: always with Version, which is optional for other clients. */
export type WebRequestBody<E extends Endpoint> =
  RequestBody<E> extends { Version?: infer V }
    ? number extends V
      ? V extends number | undefined
        ? RequestBody<E> & { Version: number | undefined }
        : RequestBody<E>
      : RequestBody<E>
    : RequestBody<E>
/** The reply of an endpoint, as the caller receives it. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
