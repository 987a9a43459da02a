import { CompiledQuery } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { NamedRow, Reach } from '#kit/contract/scope.ts'
import type { Actor, Db } from './ctx.ts'
import type { Statement } from './prepared.ts'

// May the caller touch the rows that the body names? The question travels with BEGIN, as the one about the session does:
// it costs no round trip of its own, and nothing after it is done where the answer is no.

/** What an area tells of a kind of rows that calls may name. */
export type RowKind = {
  /**
   * A select of the row with the key in `named.key` (text): `outlet_code`, `customer_id` and `user_id` say whose it is,
   * null where it is nobody's. No row: there is none.
   */
  find: string
  /** The key as it is stored; null for what can be none. */
  key?: (value: string) => string | null
  /** A row that is not the caller's and one that does not exist are refused alike. */
  refusal: (reach: Reach) => Refusal
}

export type RowKinds = Readonly<Record<string, RowKind>>

/** A key that is a whole number. */
export const numberKey = (value: string) => (/^[1-9]\d{0,17}$/.test(value) ? value : null)
/** A key that is a UUID. */
export const uuidKey = (value: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : null

/** Thrown by row_check() in the database; the message is the number of the named row. */
const NOT_YOURS = 'CR403'

/** Whether the call is about all outlets at once and the caller is of one of them. Programs are held by their scopes. */
export const beyondOutlet = ({ scope }: Pick<Endpoint, 'scope'>, { kind, isHQ }: Actor) =>
  scope.otherwise === 'HQ' && kind !== 'system' && !isHQ

/** What is asked before the work: a statement for the beginning of its transaction, and what to say to the answer. */
export type RowCheck = { statement?: Statement; refusalOf: (error: unknown) => Refusal | undefined }

const nothingNamed: RowCheck = { refusalOf: () => undefined }

/** The question about the rows that this input names. What needs no database to be refused is thrown at once. */
export function rowCheck(endpoint: Endpoint, input: unknown, actor: Actor, kinds: RowKinds, now: Date): RowCheck {
  const scoped = endpoint.scope.rows
    .filter(({ reach }) => isChecked(reach, actor))
    .flatMap((named) => {
      const kind = kindOf(named, input, kinds)
      const values = valuesAt(input, named.field)
      return kind && values.length > 0 ? [{ kind, reach: named.reach, values }] : []
    })
  if (scoped.length === 0) return nothingNamed
  const values: unknown[] = []
  const value: Value = (given, type) => `$${values.push(given)}::${type}`
  const questions = scoped.map(({ kind, reach, values: named }, index) => {
    const keys = named.map((key) => (kind.key ? kind.key(key) : key))
    if (reach === 'HQ' || keys.includes(null)) throw kind.refusal(reach)
    const isAllowed = allowed(reach, actor, now, value)
    return (
      `row_check(${index},exists(select from unnest(${value(keys, 'text[]')}) named(key)` +
      ` where not exists(select from (${kind.find}) r where ${isAllowed})))`
    )
  })
  return {
    statement: { text: `select ${questions.join(',')}`, values },
    refusalOf: (error) => {
      const { code, message } = error as { code?: string; message?: string }
      const refused = code === NOT_YOURS ? scoped[Number(message)] : undefined
      return refused?.kind.refusal(refused.reach)
    },
  }
}

/** A scope that names a kind which no area tells of would let everybody in: the server does not start with one. */
export function refuseUnknownKinds({ path, scope }: Endpoint, kinds: RowKinds) {
  for (const { kind, field, reach } of scope.rows) {
    if (reach === 'everyone' || reach === 'opens') continue
    for (const name of typeof kind === 'string' ? [kind] : Object.values(kind.kinds))
      if (!kinds[name]) throw new Error(`${path}: ${field} names a kind of row that no area knows: ${name}`)
  }
}

/** The same question in a transaction that has begun, for who makes another's call (an export asks a list). */
export async function refuseForeignRows(db: Db, { statement, refusalOf }: RowCheck) {
  if (!statement) return
  await db.executeQuery(CompiledQuery.raw(statement.text, statement.values)).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

/** Programs are held by their scopes, head office by nothing but what belongs to somebody's own account. */
function isChecked(reach: Reach, actor: Actor) {
  if (actor.kind === 'system' || reach === 'everyone' || reach === 'opens') return false
  if (actor.kind === 'customer') return true
  return reach === 'own account' || !actor.isHQ
}

function kindOf({ kind }: NamedRow, input: unknown, kinds: RowKinds): RowKind | undefined {
  const name = typeof kind === 'string' ? kind : kind.kinds[valuesAt(input, kind.field)[0] ?? '']
  if (name === undefined) return undefined
  return kinds[name]
}

/** The values that a path leads to; a list on the way is all of its items. */
export function valuesAt(input: unknown, path: string): string[] {
  let found: unknown[] = [input]
  for (const name of path.split('.'))
    found = found.flat().map((one) => (typeof one === 'object' && one !== null ? (one as never)[name] : undefined))
  return [...new Set(found.flat().flatMap((value) => (value === undefined || value === null ? [] : `${value}`)))]
}

/** Puts a value beside the statement, and answers how the statement names it. */
type Value = (given: unknown, type: string) => string

/** What of a row `r` makes it one that this caller may touch. */
function allowed(reach: Reach, { kind, customerId, userId, outletCode, sessionId }: Actor, now: Date, value: Value) {
  // A customer touches their own rows, by whatever call.
  if (kind === 'customer') return `r.customer_id=${value(customerId ?? 0, 'bigint')}`
  const ofAccount = `r.user_id=${value(userId ?? 0, 'bigint')}`
  if (reach === 'own account') return ofAccount
  const ofOutlet = `r.outlet_code=${value(outletCode ?? '', 'text')} or ${ofAccount}`
  if (reach !== 'looked up') return ofOutlet
  return `${ofOutlet} or has_looked_up(${value(sessionId ?? 0, 'bigint')},r.customer_id,${value(now, 'timestamptz')})`
}
