import { z } from 'zod'
import { change, type Endpoint, ignoring, read } from './endpoint.ts'
import { Instant, Version } from './fields.ts'
import { pageOf } from './page.ts'
import { type RefusalKind, refusal } from './refusal.ts'
import { noRow, row, rows, type Scope } from './scope.ts'

// Declares the six standard calls of a setup record and their refusals from its name, key and fields. A record that differs in one
// call declares that call itself: `{ ...record({ … }), get: read({ … }) }`, with its own use case.

/** The time limit for undoing a delete. */
export const UNDO_SECONDS = 30

/** Statuses that staff may set; only the delete call sets Deleted. */
export const SetupStatus = z.enum(['Active', 'Inactive'])
export const SetupRecordStatus = z.enum(['Active', 'Inactive', 'Deleted'])
export type SetupRecordStatus = z.infer<typeof SetupRecordStatus>

type None = Record<never, never>

type Declared<Key, Row, Fields, Added, Unique, Used, List> = {
  area: string
  /** Singular and plural: `['card group', 'card groups']`. */
  name: readonly [string, string]
  path: string
  /** The role that may change the record; all staff may read it. */
  role: string
  /** The key field: a generated id, or a code entered as part of `added`. */
  key: Key
  /** Reply fields besides key, Status, Version, CreatedAt and UpdatedAt. */
  row: Row
  /** Editable fields besides Status. */
  fields: Fields
  /** Fields of the add call only, or with different rules there. */
  added?: Added
  /** Unique fields, with their name in the refusal: `{ Name: 'name' }`. */
  unique?: Unique
  /** References that prevent a delete, for the refusal: '{Groups} groups and {Types} types'. */
  used?: Used
  /** The body of the list call. */
  list: List
  /** The scope of the add call, if a new record belongs to an existing one. */
  addScope?: Scope
}

type TakenRefusals<Unique> = {
  [Field in keyof Unique & string as `${Unique[Field] & string}Taken`]: RefusalKind<`… {${Field}}`>
}
type InUse<Used extends string> = Used extends '' ? None : { inUse: RefusalKind<`… used by ${Used}`> }

const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

type Call = 'list' | 'get' | 'add' | 'update' | 'remove' | 'restore'
export type DeclaredRecord = {
  key: string
  title: string
  subject: string
  /** Roles that manage the record and see its history. */
  roles: readonly string[]
  unique: Record<string, string>
  Row: { shape: Record<string, unknown> }
  Fields: { shape: Record<string, unknown> }
  refusals: Record<'notFound' | 'deleted' | 'notDeleted' | 'undoOver' | 'otherOutlet', RefusalKind> & {
    inUse?: unknown
  }
} & Record<Call, Endpoint>

/** The records of all loaded areas. */
export const declaredRecords: DeclaredRecord[] = []

/** Creates the calls and refusals of a setup record. */
export function record<
  Key extends z.ZodRawShape,
  Row extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
  List extends z.ZodType,
  Added extends z.ZodRawShape = None,
  const Unique extends Record<string, string> = None,
  const Used extends string = '',
>(declared: Declared<Key, Row, Fields, Added, Unique, Used, List>) {
  const { path, role, key, fields, used } = declared
  const [singular, plural] = declared.name
  const withIndefiniteArticle = withArticle(singular)
  const title = singular.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const keyName = Object.keys(key)[0]! as keyof Key & string
  const named = rows(row(singular, keyName, 'everyone'))
  // All outlets read all records. A record with an outlet is changed by that outlet and head office, any other by head office only.
  const changed = 'OutletCode' in fields ? rows(row(singular, keyName, 'own outlet')) : named

  const Row = z
    .strictObject(key)
    .extend(declared.row)
    .extend({ Status: SetupRecordStatus, Version, CreatedAt: Instant, UpdatedAt: Instant })
  const Fields = z
    .strictObject(fields)
    .extend({ Status: SetupStatus.default('Active') })
    .extend((declared.added ?? {}) as Added)
  const byKey = z.strictObject(key)
  const refusals = refusalsOf(declared)
  const readDefaults = { access: 'staff', scope: named, about: [singular], body: byKey, reply: Row } as const
  const changeDefaults = { ...readDefaults, access: { role }, scope: changed }
  // An update may send a whole reply back: read-only fields are ignored.
  const readOnly = ignoring(
    'The server determines it',
    ...Object.keys(Row.shape).filter((name) => !(name in key || name in Fields.shape || name === 'Version')),
  )
  const fixed = ignoring(
    `It stays as the ${singular} was added`,
    ...Object.keys(declared.added ?? {}).filter((name) => !(name in key || name in fields)),
  )

  const declaredRecord = {
    key: keyName,
    /** Names in the text log and in the history: Card Group, CardGroup. */
    title,
    subject: title.replaceAll(' ', ''),
    roles: [role],
    unique: declared.unique ?? {},
    Row,
    Fields,
    refusals,
    add: change({
      ...changeDefaults,
      path: `${path}/add`,
      scope: declared.addScope ?? noRow('OutletCode' in fields ? 'own outlet' : 'shared'),
      summary: `Creates ${withIndefiniteArticle}`,
      status: 201,
      ignored: readOnly,
      body: Fields,
    }),
    list: read({
      ...readDefaults,
      path: `${path}/find-all`,
      scope: noRow('shared'),
      summary: `Lists ${plural}; deleted ones only if Status asks for them`,
      body: declared.list,
      reply: pageOf(Row),
    }),
    get: read({ ...readDefaults, path: `${path}/find-one`, summary: `Returns ${withIndefiniteArticle}` }),
    update: change({
      ...changeDefaults,
      path: `${path}/update`,
      summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
      ignored: { ...readOnly, ...fixed },
      body: z
        .strictObject(fields)
        .partial()
        .extend({ ...key, Version: Version.optional(), Status: SetupStatus.optional() }),
    }),
    remove: change({
      ...changeDefaults,
      path: `${path}/delete`,
      summary: `Marks ${withIndefiniteArticle} as Deleted${used ? ', unless it is in use' : ''}`,
    }),
    restore: change({ ...changeDefaults, path: `${path}/restore`, summary: 'Undoes a delete within 30 seconds' }),
  }
  declaredRecords.push(declaredRecord)
  return declaredRecord
}

type Refused<Unique, Used> = Pick<
  Declared<unknown, unknown, object, unknown, Unique, Used, unknown>,
  'area' | 'name' | 'fields' | 'unique' | 'used'
>

function refusalsOf<Unique extends Record<string, string>, Used extends string>({
  area,
  name,
  fields,
  unique,
  used,
}: Refused<Unique, Used>) {
  const [singular, plural] = name
  const code = `${area}.${singular.replaceAll(' ', '_')}`
  const takenRefusals = Object.entries(unique ?? {}).map(([field, word]) => [
    `${word}Taken`,
    refusal(409, `${code}_${word}_taken`, `There is already ${withArticle(singular)} with the ${word} {${field}}`),
  ])
  return {
    notFound: refusal(404, `${code}_not_found`, 'Record not found'),
    deleted: refusal(409, `${code}_deleted`, `The ${singular} is deleted`),
    notDeleted: refusal(409, `${code}_not_deleted`, `Only a deleted ${singular} can be restored`),
    /** Only for records with an outlet. */
    otherOutlet: ('OutletCode' in fields
      ? refusal(403, `${code}_other_outlet`, `You can only change ${plural} of your own outlet`)
      : undefined) as unknown as RefusalKind<''>,
    undoOver: refusal(409, `${area}.undo_over`, `A delete can be undone within ${UNDO_SECONDS} seconds only`),
    ...(Object.fromEntries(takenRefusals) as TakenRefusals<Unique>),
    ...((used ? { inUse: refusal(409, `${code}_in_use`, `The ${singular} is used by ${used}`) } : {}) as InUse<Used>),
  }
}
