import { z } from 'zod'
import { change, type Endpoint, ignoring, read } from './endpoint.ts'
import { Instant, Version } from './fields.ts'
import { pageOf } from './page.ts'
import { type RefusalKind, refusal } from './refusal.ts'
import { noRow, row, rows, type Scope } from './scope.ts'

// A RECORD OF A SETUP SCREEN IS DECLARED ONCE: what it is called, its key, its fields. The six calls that every such record has, and
// what they refuse, are made of that. It is a short cut: a record that needs something else in one of the six declares that
// call by itself, `{ ...record({ … }), get: read({ … }) }`, and answers it by a use case of its own.

/** How long a delete can be undone. */
export const UNDO_SECONDS = 30

/** What staff may choose; Deleted is reached by the delete call only. */
export const SetupStatus = z.enum(['Active', 'Inactive'])
export const SetupRecordStatus = z.enum(['Active', 'Inactive', 'Deleted'])
export type SetupRecordStatus = z.infer<typeof SetupRecordStatus>

type None = Record<never, never>

type Declared<Key, Row, Fields, Added, Unique, Used, List> = {
  area: string
  /** In plain words, one and many: `['card group', 'card groups']`. */
  name: readonly [string, string]
  path: string
  /** Who may change it; every member of staff may look. */
  role: string
  /** The one field by which it is named: a number that the database gives, or a code that people give with `added`. */
  key: Key
  /** What is answered of it beside key, Status, Version, CreatedAt and UpdatedAt. */
  row: Row
  /** What can be entered and changed, beside Status. */
  fields: Fields
  /** What is entered for a new one only, or by other rules than later. */
  added?: Added
  /** Fields of which no two may have the same value, with the word for it in the refusal: `{ Name: 'name' }`. */
  unique?: Unique
  /** What refuses a delete while there are any: '{Groups} groups and {Types} types'. */
  used?: Used
  /** The body of the list call. */
  list: List
  /** Of the add call, where a new one belongs to something that stands already. */
  addScope?: Scope
}

type Taken<Unique> = {
  [Field in keyof Unique & string as `${Unique[Field] & string}Taken`]: RefusalKind<`… {${Field}}`>
}
type InUse<Used extends string> = Used extends '' ? None : { inUse: RefusalKind<`… used by ${Used}`> }

const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

type Call = 'list' | 'get' | 'add' | 'update' | 'remove' | 'restore'
export type DeclaredRecord = {
  key: string
  title: string
  subject: string
  /** Who keeps it, and sees its history. */
  roles: readonly string[]
  unique: Record<string, string>
  Row: { shape: Record<string, unknown> }
  Fields: { shape: Record<string, unknown> }
  refusals: Record<'notFound' | 'deleted' | 'notDeleted' | 'undoOver' | 'otherOutlet', RefusalKind> & {
    inUse?: unknown
  }
} & Record<Call, Endpoint>

/** Every record of the areas that are loaded. */
export const declaredRecords: DeclaredRecord[] = []

/** The calls and refusals of a setup record. */
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
  const [one, many] = declared.name
  const any = withArticle(one)
  const title = one.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const keyName = Object.keys(key)[0]! as keyof Key & string
  const named = rows(row(one, keyName, 'everyone'))
  // Every outlet reads every record. One that names an outlet is changed by it and head office, any other by head office alone (`change`).
  const changed = 'OutletCode' in fields ? rows(row(one, keyName, 'own outlet')) : named

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
  const looking = { access: 'staff', scope: named, about: [one], body: byKey, reply: Row } as const
  const changing = { ...looking, access: { role }, scope: changed }
  // A record may be sent back as it was answered: what cannot be written is ignored.
  const readOnly = ignoring(
    'The server determines it',
    ...Object.keys(Row.shape).filter((name) => !(name in key || name in Fields.shape || name === 'Version')),
  )
  const fixed = ignoring(
    `It stays as the ${one} was added`,
    ...Object.keys(declared.added ?? {}).filter((name) => !(name in key || name in fields)),
  )

  const made = {
    key: keyName,
    /** What the text log calls it, and the history its rows: Card Group, CardGroup. */
    title,
    subject: title.replaceAll(' ', ''),
    roles: [role],
    unique: declared.unique ?? {},
    Row,
    Fields,
    refusals,
    add: change({
      ...changing,
      path: `${path}/add`,
      scope: declared.addScope ?? noRow('OutletCode' in fields ? 'own outlet' : 'shared'),
      summary: `Creates ${any}`,
      status: 201,
      ignored: readOnly,
      body: Fields,
    }),
    list: read({
      ...looking,
      path: `${path}/find-all`,
      scope: noRow('shared'),
      summary: `${many[0]!.toUpperCase()}${many.slice(1)}; deleted ones only when asked for`,
      body: declared.list,
      reply: pageOf(Row),
    }),
    get: read({ ...looking, path: `${path}/find-one`, summary: `One ${one}` }),
    update: change({
      ...changing,
      path: `${path}/update`,
      summary: 'Changes the fields that are sent; a stale Version is refused with the present record',
      ignored: { ...readOnly, ...fixed },
      body: z
        .strictObject(fields)
        .partial()
        .extend({ ...key, Version: Version.optional(), Status: SetupStatus.optional() }),
    }),
    remove: change({
      ...changing,
      path: `${path}/delete`,
      summary: `Marks ${any} as Deleted${used ? ', unless it is in use' : ''}`,
    }),
    restore: change({ ...changing, path: `${path}/restore`, summary: 'Undoes a delete within 30 seconds' }),
  }
  declaredRecords.push(made)
  return made
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
  const [one, many] = name
  const code = `${area}.${one.replaceAll(' ', '_')}`
  const taken = Object.entries(unique ?? {}).map(([field, word]) => [
    `${word}Taken`,
    refusal(409, `${code}_${word}_taken`, `There is already ${withArticle(one)} with the ${word} {${field}}`),
  ])
  return {
    notFound: refusal(404, `${code}_not_found`, 'Record not found'),
    deleted: refusal(409, `${code}_deleted`, `The ${one} is deleted`),
    notDeleted: refusal(409, `${code}_not_deleted`, `Only a deleted ${one} can be restored`),
    /** Only of records that name an outlet. */
    otherOutlet: ('OutletCode' in fields
      ? refusal(403, `${code}_other_outlet`, `You can only change ${many} of your own outlet`)
      : undefined) as unknown as RefusalKind<''>,
    undoOver: refusal(409, `${area}.undo_over`, `A delete can be undone within ${UNDO_SECONDS} seconds only`),
    ...(Object.fromEntries(taken) as Taken<Unique>),
    ...((used ? { inUse: refusal(409, `${code}_in_use`, `The ${one} is used by ${used}`) } : {}) as InUse<Used>),
  }
}
