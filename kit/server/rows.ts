import { CompiledQuery } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { NamedRow, RowAccessRule } from '#kit/contract/scope.ts'
import type { Actor, Db } from './ctx.ts'
import type { NamedStatement } from './prepared.ts'

// Row-level authorization: checks that the caller may access the rows that the request body names.
// Sends the check together with BEGIN, so that it needs no round trip and no statement runs after a failure.

/** A kind of row that calls can name, declared by an area. */
export type RowKind = {
  /**
   * A SELECT of the row with the key `named.key` (text).
   * The columns `outlet_code`, `customer_id` and `user_id` identify the row's owner; each may be null.
   * If the SELECT finds no row, the record does not exist.
   */
  find: string
  /** Converts the value of a request to the key as stored; null if no row can have this key. */
  key?: (value: string) => string | null
  /** Creates the error of a refused row, which is the same for a row of another owner and a missing row. */
  refusal: (reach: RowAccessRule) => Refusal
}

export type RowKinds = Readonly<Record<string, RowKind>>

/** Returns the key if the value is a positive whole number, else null. */
export const parseNumberKey = (value: string) => (/^[1-9]\d{0,17}$/.test(value) ? value : null)
/** Returns the key in lower case if the value is a UUID, else null. */
export const parseUuidKey = (value: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : null

/** The SQLSTATE that the SQL function row_check() raises. The message of the error is the index of the refused row. */
const NOT_YOURS = 'CR403'

/** True if the call covers all outlets and the caller belongs to an outlet. Scopes limit system accounts instead. */
export const exceedsCallerOutlet = ({ scope }: Pick<Endpoint, 'scope'>, { kind, isHQ }: Actor) =>
  scope.otherwise === 'HQ' && kind !== 'system' && !isHQ

/** A statement for the start of the transaction, and a function that maps its error to a refusal. */
export type RowCheck = { statement?: NamedStatement; refusalOf: (error: unknown) => Refusal | undefined }

const noCheck: RowCheck = { refusalOf: () => undefined }

/** Builds the check of the rows that the input names. Throws at once where no database access is needed to refuse. */
export function buildRowCheck(endpoint: Endpoint, input: unknown, actor: Actor, kinds: RowKinds, now: Date): RowCheck {
  const scoped = endpoint.scope.rows
    .filter(({ reach }) => isChecked(reach, actor))
    .flatMap((named) => {
      const kind = kindOf(named, input, kinds)
      const values = valuesAtPath(input, named.field)
      return kind && values.length > 0 ? [{ kind, reach: named.reach, values }] : []
    })
  if (scoped.length === 0) return noCheck
  const values: unknown[] = []
  const value: Value = (content, type) => `$${values.push(content)}::${type}`
  const checks = scoped.map(({ kind, reach, values: named }, index) => {
    const keys = named.map((key) => (kind.key ? kind.key(key) : key))
    if (reach === 'HQ' || keys.includes(null)) throw kind.refusal(reach)
    const condition = accessCondition(reach, actor, now, value)
    return (
      `row_check(${index},exists(select from unnest(${value(keys, 'text[]')}) named(key)` +
      ` where not exists(select from (${kind.find}) r where ${condition})))`
    )
  })
  return {
    statement: { text: `select ${checks.join(',')}`, values },
    refusalOf: (error) => {
      const { code, message } = error as { code?: string; message?: string }
      const refused = code === NOT_YOURS ? scoped[Number(message)] : undefined
      return refused?.kind.refusal(refused.reach)
    },
  }
}

/** Rejects an unknown row kind in a scope when the server starts, because such rows would stay unchecked. */
export function refuseUnknownRowKinds({ path, scope }: Endpoint, kinds: RowKinds) {
  for (const { kind, field, reach } of scope.rows) {
    if (reach === 'everyone' || reach === 'opens') continue
    for (const name of typeof kind === 'string' ? [kind] : Object.values(kind.kinds))
      if (!kinds[name]) throw new Error(`${path}: ${field} names a kind of row that no area declares: ${name}`)
  }
}

/** Runs the row check in an open transaction, for work that makes a call itself, such as an export of a list. */
export async function refuseForeignRows(db: Db, { statement, refusalOf }: RowCheck) {
  if (!statement) return
  await db.executeQuery(CompiledQuery.raw(statement.text, statement.values)).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

/**
 * True if this kind of access needs a check for this caller.
 * System accounts are limited by their scopes; an account of outlets is also limited to the rows of its outlets.
 * A till serves the members of all outlets. Head office is checked only for rows of personal accounts.
 */
function isChecked(reach: RowAccessRule, actor: Actor) {
  if (reach === 'everyone' || reach === 'opens') return false
  if (actor.kind === 'system') return reach === 'own outlet' && (actor.outletCodes ?? []).length > 0
  if (actor.kind === 'customer') return true
  return reach === 'own account' || !actor.isHQ
}

function kindOf({ kind }: NamedRow, input: unknown, kinds: RowKinds): RowKind | undefined {
  const name = typeof kind === 'string' ? kind : kind.kinds[valuesAtPath(input, kind.field)[0] ?? '']
  if (name === undefined) return undefined
  return kinds[name]
}

/** Returns the distinct values at a dotted path of a request body. Lists along the path are flattened. */
export function valuesAtPath(input: unknown, path: string): string[] {
  let values: unknown[] = [input]
  for (const name of path.split('.'))
    values = values
      .flat()
      .map((item) => (typeof item === 'object' && item !== null ? (item as never)[name] : undefined))
  return [...new Set(values.flat().flatMap((value) => (value === undefined || value === null ? [] : `${value}`)))]
}

/** Adds a parameter to the SQL statement and returns its placeholder. */
type Value = (content: unknown, type: string) => string

/** Returns the SQL condition under which the caller may access a row with the alias `r`. */
function accessCondition(
  reach: RowAccessRule,
  { kind, customerId, userId, outletCode, outletCodes = [], sessionId }: Actor,
  now: Date,
  value: Value,
) {
  // A customer may access only their own rows, whichever call they make.
  if (kind === 'customer') return `r.customer_id=${value(customerId ?? 0, 'bigint')}`
  const ofAccount = `r.user_id=${value(userId ?? 0, 'bigint')}`
  if (reach === 'own account') return ofAccount
  const ofOutlet =
    kind === 'system'
      ? `r.outlet_code=any(${value(outletCodes, 'text[]')}) or ${ofAccount}`
      : `r.outlet_code=${value(outletCode ?? '', 'text')} or ${ofAccount}`
  if (reach !== 'looked up') return ofOutlet
  return `${ofOutlet} or has_looked_up(${value(sessionId ?? 0, 'bigint')},r.customer_id,${value(now, 'timestamptz')})`
}
