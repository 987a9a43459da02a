import type { z } from 'zod'
import { type NamedRow, noRow, type Scope } from './scope.ts'

/**
 * Who may make a call.
 * `public`: anyone. `staff`: any signed-in member of staff. `worker`: the same without accounts that only read reports. `{ role }`: staff with one of these roles;
 * `privilege` asks for one on top; `system` names the scope with which a system account (POS, ERP) may call too.
 * `customer`: the self-service session of a customer, who reaches nothing but their own rows. `visitor`: such a session, also
 * of somebody who only registers and is no customer yet; with `visitor` a call of staff is for them too.
 */
export type Access =
  | 'public'
  | 'staff'
  | 'worker'
  | 'customer'
  | 'visitor'
  | { role: string | readonly string[]; privilege?: string; system?: string; visitor?: true }
  | { system: string }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  method: Method
  path: string
  access: Access
  /** Whose rows it may touch; a call without it does not compile. */
  scope: Scope
  /**
   * The kinds of rows that it shows or changes, the one that its answer is made of first; without it those that its scope
   * names. Anyone who shows one of them asks again after a change: `kindsOf`.
   */
  about?: readonly string[]
  /** Rows that a change locks besides those of its scope: calls for the same one wait in line before they take a connection. */
  contends?: readonly Pick<NamedRow, 'kind' | 'field'>[]
  /** One plain sentence for the API document: what the call does. */
  summary: string
  body: Body
  reply: Reply
  /** `read` gets a read-only handle; `change` gets one transaction with its audit entries. */
  kind: 'read' | 'change'
  /** The status of success: 201 for what creates a record. */
  status: 200 | 201
  /** May carry an `Idempotency-Key`: the first answer is replayed for the same key and body. */
  idempotent: boolean
  /** Where the call takes or gives something else than JSON. */
  file?: TakesFile | GivesFile
  /** Fields that the specification sends and the server determines itself, each with the reason why it is ignored. `data.Value` is inside `data`. */
  ignored?: Readonly<Record<string, string>>
  /** Names under which the specification sends a field that is called otherwise here: `{ Sort: 'SortDirection', InvoiceNo: 'Search.InvoiceNo' }`. */
  aliases?: Readonly<Record<string, string>>
}

/** The ignored fields of a call that share one reason. */
export const ignoring = (reason: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]))

/** A form with one file under this name; the fields of the body stand in the form or in the query. */
type TakesFile = { takes: string; fieldsIn: 'form' | 'query' }
/** The types of content that may come. */
type GivesFile = { gives: readonly string[] }

type Declared<Body extends z.ZodType, Reply extends z.ZodType> = Pick<
  Endpoint<Body, Reply>,
  'path' | 'access' | 'scope' | 'summary' | 'body' | 'reply'
> &
  Partial<Pick<Endpoint, 'method' | 'status' | 'idempotent' | 'file' | 'about' | 'contends' | 'ignored' | 'aliases'>>

/** Declares a call that only looks. The body of a GET is its path parameters and query. */
export const read = <Body extends z.ZodType, Reply extends z.ZodType>(
  call: Declared<Body, Reply>,
): Endpoint<Body, Reply> => ({
  method: 'POST',
  status: 200,
  idempotent: false,
  ...call,
  kind: 'read',
})

/** Declares a call that changes something: it runs in one transaction and is audited. */
export const change = <Body extends z.ZodType, Reply extends z.ZodType>(
  call: Declared<Body, Reply>,
): Endpoint<Body, Reply> => ({
  method: 'POST',
  status: 200,
  idempotent: false,
  ...call,
  scope: changesForAll(call) ? noRow('HQ', call.scope.rows) : call.scope,
  kind: 'change',
})

/**
 * Levels, rates, structures, custom fields: what staff change for every outlet at once, head office alone changes, whatever the role.
 * Programs keep to their scopes.
 */
const changesForAll = ({ access, scope: { rows, otherwise } }: Pick<Endpoint, 'access' | 'scope'>) =>
  typeof access === 'object' &&
  'role' in access &&
  (otherwise === 'shared' || (otherwise === null && rows.every(({ reach }) => reach === 'everyone')))

/** What a read shows and a change changes. */
export const kindsOf = ({ about, scope }: Endpoint): readonly string[] =>
  about ?? scope.rows.flatMap(({ kind }) => (typeof kind === 'string' ? [kind] : Object.values(kind.kinds)))

/** What a use case is given: the body after it was validated. */
export type Input<E extends Endpoint> = z.output<E['body']>
/** What a caller may send. */
export type Sent<E extends Endpoint> = z.input<E['body']>
/** What a page sends: always the Version that it shows, which other clients may leave out (decision 62). */
export type SentByPage<E extends Endpoint> =
  Sent<E> extends { Version?: infer V }
    ? number extends V
      ? V extends number | undefined
        ? Sent<E> & { Version: number | undefined }
        : Sent<E>
      : Sent<E>
    : Sent<E>
/** What a caller gets. */
export type Reply<E extends Endpoint> = z.output<E['reply']>
