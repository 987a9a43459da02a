import { z } from 'zod'
import { change, type Endpoint, ignoreFields, read } from './endpoint.ts'
import { Instant, Version } from './fields.ts'
import { pageReply } from './page.ts'
import { recordPagePath } from './path.ts'
import { type RefusalKind, refusal } from './refusal.ts'
import { namedRows, type RowScope, row, unnamedRows } from './scope.ts'

// Declares the six standard calls of a setup record and their refusals, from its name, key and fields.
// An area can replace a standard call by its own declaration: `{ ...record({ … }), get: read({ … }) }`.

/** The number of seconds within which a delete can be undone. */
export const DELETE_UNDO_SECONDS = 30

/** Statuses that staff may set. Only the delete call sets the status Deleted. */
export const SetupStatus = z.enum(['Active', 'Inactive'])
export const SetupRecordStatus = z.enum(['Active', 'Inactive', 'Deleted'])
export type SetupRecordStatus = z.infer<typeof SetupRecordStatus>

type None = Record<never, never>

type Declared<Key, Row, Fields, Added, Unique, Used, List> = {
  area: string
  /** The singular and plural name of the record: `['card group', 'card groups']`. */
  name: readonly [string, string]
  path: string
  /** The role that may change the record. All staff may read the record. */
  role: string
  /** The key field: a generated id, or a code that the add call receives in `added`. */
  key: Key
  /** Reply fields in addition to the key, Status, Version, CreatedAt and UpdatedAt. */
  row: Row
  /** Editable fields in addition to Status. */
  fields: Fields
  /** Fields that only the add call accepts, and fields that the add call validates differently from an update. */
  added?: Added
  /** Unique fields, each with the name that its refusal uses: `{ Name: 'name' }`. */
  unique?: Unique
  /** The references that prevent a delete, as the text of the error: '{Groups} groups and {Types} types'. */
  used?: Used
  /** The schema of the list call's body. */
  list: List
  /** The scope of the call that adds a record, for records that belong to another record. */
  addScope?: RowScope
  /** Set if the record has no setup page at `/setup/<name>`. */
  page?: false
}

type TakenRefusals<Unique> = {
  [Field in keyof Unique & string as `${Unique[Field] & string}Taken`]: RefusalKind<`… {${Field}}`>
}
type InUse<Used extends string> = Used extends '' ? None : { inUse: RefusalKind<`… used by ${Used}`> }

const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

type Call = 'list' | 'get' | 'add' | 'update' | 'remove' | 'restore'
export type DeclaredSetupRecord = {
  area: string
  key: string
  title: string
  subject: string
  /** The path of the setup page; undefined for a record without its own page. */
  page: string | undefined
  /** Roles that may change the record and see its history. */
  roles: readonly string[]
  unique: Record<string, string>
  Row: { shape: Record<string, unknown> }
  Fields: { shape: Record<string, unknown> }
  refusals: Record<'notFound' | 'deleted' | 'notDeleted' | 'undoOver' | 'otherOutlet', RefusalKind> & {
    inUse?: unknown
  }
} & Record<Call, Endpoint>

/** The declared setup records of all loaded areas. */
export const declaredSetupRecords: DeclaredSetupRecord[] = []

/** Creates the endpoints and refusals of a setup record. */
export function defineSetupRecord<
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
  const named = namedRows(row(singular, keyName, 'everyone'))
  // All outlets read all records. Head office changes every record, an outlet only its own.
  const changed = 'OutletCode' in fields ? namedRows(row(singular, keyName, 'own outlet')) : named

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
  // Ignores read-only fields in the body of an update, because clients may send a whole reply back.
  const readOnly = ignoreFields(
    'The server determines it',
    ...Object.keys(Row.shape).filter((name) => !(name in key || name in Fields.shape || name === 'Version')),
  )
  const fixed = ignoreFields(
    `It cannot change after the ${singular} was added`,
    ...Object.keys(declared.added ?? {}).filter((name) => !(name in key || name in fields)),
  )

  const declaredRecord = {
    area: declared.area,
    key: keyName,
    /** `title` is the record's name in the text log (Card Group), `subject` its name in the history and its table (CardGroup). */
    title,
    subject: title.replaceAll(' ', ''),
    page: declared.page === false ? undefined : recordPagePath(singular),
    roles: [role],
    unique: declared.unique ?? {},
    Row,
    Fields,
    refusals,
    add: change({
      ...changeDefaults,
      path: `${path}/add`,
      scope: declared.addScope ?? unnamedRows('OutletCode' in fields ? 'own outlet' : 'shared'),
      summary: `Creates ${withIndefiniteArticle}`,
      status: 201,
      ignored: readOnly,
      body: Fields,
    }),
    list: read({
      ...readDefaults,
      path: `${path}/find-all`,
      scope: unnamedRows('shared'),
      summary: `Lists ${plural}; deleted ones only if Status asks for them`,
      body: declared.list,
      reply: pageReply(Row),
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
  declaredSetupRecords.push(declaredRecord)
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
    /** The refusal `otherOutlet` exists only for records that belong to an outlet. */
    otherOutlet: ('OutletCode' in fields
      ? refusal(403, `${code}_other_outlet`, `You can only change ${plural} of your own outlet`)
      : undefined) as unknown as RefusalKind<''>,
    undoOver: refusal(409, `${area}.undo_over`, `A delete can be undone within ${DELETE_UNDO_SECONDS} seconds only`),
    ...(Object.fromEntries(takenRefusals) as TakenRefusals<Unique>),
    ...((used ? { inUse: refusal(409, `${code}_in_use`, `The ${singular} is used by ${used}`) } : {}) as InUse<Used>),
  }
}
