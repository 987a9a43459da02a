import { CompiledQuery } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { NamedRow, Reach } from '#kit/contract/scope.ts'
import type { Actor, Db } from './ctx.ts'
import type { Statement } from './prepared.ts'

// Row-level authorization: may the caller access the rows that the body names? The check is sent together with BEGIN, like the
// session check. It costs no extra round trip, and if it fails, no later statement of the transaction is executed.

/** An area's declaration of a kind of row that calls can name. */
export type RowKind = {
  /**
   * A SELECT of the row with the key in `named.key` (text). Its columns `outlet_code`, `customer_id` and `user_id` name the
   * owner, null if there is none. No row means the record does not exist.
   */
  find: string
  /** Converts the value to a stored key; null for an invalid one. */
  key?: (value: string) => string | null
  /** The same refusal for a row of another owner and for a row that does not exist. */
  refusal: (reach: Reach) => Refusal
}

export type RowKinds = Readonly<Record<string, RowKind>>

/** A key that is a whole number. */
export const numberKey = (value: string) => (/^[1-9]\d{0,17}$/.test(value) ? value : null)
/** A key that is a UUID. */
export const uuidKey = (value: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : null

/** SQLSTATE of row_check(); the message is the index of the named row. */
const NOT_YOURS = 'CR403'

/** True if the call covers all outlets and the caller belongs to one. System accounts are limited by their scopes and outlet instead. */
export const exceedsOutlet = ({ scope }: Pick<Endpoint, 'scope'>, { kind, isHQ }: Actor) =>
  scope.otherwise === 'HQ' && kind !== 'system' && !isHQ

/** A statement for the start of the transaction, and the mapping of its error to a refusal. */
export type RowCheck = { statement?: Statement; refusalOf: (error: unknown) => Refusal | undefined }

const noCheck: RowCheck = { refusalOf: () => undefined }

/** Builds the check for the rows that the input names. Throws at once if it can be refused without the database. */
export function rowCheck(endpoint: Endpoint, input: unknown, actor: Actor, kinds: RowKinds, now: Date): RowCheck {
  const scoped = endpoint.scope.rows
    .filter(({ reach }) => isChecked(reach, actor))
    .flatMap((named) => {
      const kind = kindOf(named, input, kinds)
      const values = valuesAt(input, named.field)
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

/** Rejects a scope with an unknown row kind at start, because it would not be checked. */
export function refuseUnknownKinds({ path, scope }: Endpoint, kinds: RowKinds) {
  for (const { kind, field, reach } of scope.rows) {
    if (reach === 'everyone' || reach === 'opens') continue
    for (const name of typeof kind === 'string' ? [kind] : Object.values(kind.kinds))
      if (!kinds[name]) throw new Error(`${path}: ${field} names a kind of row that no area knows: ${name}`)
  }
}

/** Runs the check inside an open transaction, for work that makes a call itself (an export reads a list). */
export async function refuseForeignRows(db: Db, { statement, refusalOf }: RowCheck) {
  if (!statement) return
  await db.executeQuery(CompiledQuery.raw(statement.text, statement.values)).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

/**
 * System accounts are limited by their scopes, and those of an outlet to the outlet's own rows: a till serves the members of every outlet.
 * Head office is checked only for rows of personal accounts.
 */
function isChecked(reach: Reach, actor: Actor) {
  if (reach === 'everyone' || reach === 'opens') return false
  if (actor.kind === 'system') return reach === 'own outlet' && actor.outletCode !== null
  if (actor.kind === 'customer') return true
  return reach === 'own account' || !actor.isHQ
}

function kindOf({ kind }: NamedRow, input: unknown, kinds: RowKinds): RowKind | undefined {
  const name = typeof kind === 'string' ? kind : kind.kinds[valuesAt(input, kind.field)[0] ?? '']
  if (name === undefined) return undefined
  return kinds[name]
}

/** The distinct values at a path; lists on the way are flattened. */
export function valuesAt(input: unknown, path: string): string[] {
  let values: unknown[] = [input]
  for (const name of path.split('.'))
    values = values
      .flat()
      .map((item) => (typeof item === 'object' && item !== null ? (item as never)[name] : undefined))
  return [...new Set(values.flat().flatMap((value) => (value === undefined || value === null ? [] : `${value}`)))]
}

/** Adds a statement parameter and returns its placeholder. */
type Value = (content: unknown, type: string) => string

/** The SQL condition under which the caller may access a row `r`. */
function accessCondition(
  reach: Reach,
  { kind, customerId, userId, outletCode, sessionId }: Actor,
  now: Date,
  value: Value,
) {
  // A customer can access only their own rows, whatever the call.
  if (kind === 'customer') return `r.customer_id=${value(customerId ?? 0, 'bigint')}`
  const ofAccount = `r.user_id=${value(userId ?? 0, 'bigint')}`
  if (reach === 'own account') return ofAccount
  const ofOutlet = `r.outlet_code=${value(outletCode ?? '', 'text')} or ${ofAccount}`
  if (reach !== 'looked up') return ofOutlet
  return `${ofOutlet} or has_looked_up(${value(sessionId ?? 0, 'bigint')},r.customer_id,${value(now, 'timestamptz')})`
}
