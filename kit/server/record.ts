import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import type { DeclaredRecord } from '#kit/contract/record.ts'
import type { Refusal, RefusalParams } from '#kit/contract/refusal.ts'
import { type Shape, schemaOf, withoutNull } from '#kit/contract/schema.ts'
import type { Ctx } from './ctx.ts'
import { contains, equals, type Filter } from './filters.ts'
import { queryList } from './list.ts'
import { toColumn } from './names.ts'
import { type Answer, type Route, serve } from './serve.ts'
import { refuseLateUndo, statusBeforeDelete } from './undo.ts'
import { refuseStale } from './version.ts'

// THE SIX CALLS OF A DECLARED RECORD (kit/contract/record.ts), made of its contract and its table. Each is a use case like any other: an
// area puts its own in the place of one, `serveRecord(cardLevels, { ...standard, get: getCardLevel })`.

declare module './area.ts' {
  interface ServerArea {
    /** Rows of this area that still need a record of an area below, by the record's table and the name in its refusal. */
    uses?: Readonly<Partial<Record<keyof Tables, Readonly<Record<string, (row: Values) => RawBuilder<unknown>>>>>>
  }
}

const calls = ['add', 'list', 'get', 'update', 'remove', 'restore'] as const
type Call = (typeof calls)[number]
type Refuse = ((...params: never) => Refusal) & { text: string }
type Row<R extends DeclaredRecord> = Reply<R['get']>
type Search<R extends DeclaredRecord> = Input<R['list']> extends { Search: infer Requested } ? Requested : never

type RecordTable<R extends DeclaredRecord, Joined extends keyof Tables> = {
  table: keyof Tables & string
  /** Its rows as they are answered, deleted ones too, where they are more than its own columns. */
  rows?: (ctx: Ctx) => SelectQueryBuilder<Tables, Joined, Row<R>>
  /** The filters of its list beside that by Status, if not: columns that contain a text, or are what is asked for. */
  filters?: (search: Search<R>) => Filter[]
  /**
   * Which refusal stands for which constraint of the database beside those of unique fields, which are called by table and
   * column, `card_group_name`. The values that it names are the record's.
   */
  taken?: Record<string, Refuse>
  /** Rows that still need the record, under the names of the refusal: ({ GroupId }) => ({ Items: sql`list_item where …` }). */
  used?: (row: Row<R>) => Record<string, RawBuilder<unknown>>
  /** Refuses whatever else may not be, before anything is written. `next` is the record as it would become. */
  check?: (ctx: Ctx, next: Input<R['add']>, step: 'add' | 'update' | 'restore') => Promise<void>
}

type RecordUseCases<R extends DeclaredRecord> = {
  [Name in Call]: (
    ctx: Ctx,
    input: Input<R[Name]>,
  ) => Name extends 'list' ? Answer<Reply<R[Name]>> : Promise<Reply<R[Name]>>
}

/** Pairs the calls of a record with their use cases. */
export const serveRecord = <R extends DeclaredRecord>(record: R, useCases: RecordUseCases<R>): Route[] =>
  calls.map((call) => serve(record[call] as Endpoint, useCases[call] as never))

type Values = Record<string, unknown>
type Id = string | number
type Stored = Values & { Status: string; Version: number; UpdatedAt: string }
type Query = SelectQueryBuilder<Tables, never, Values>
type Listing = { Search: { Status?: string } }

/** Which table it is, is known only when it runs. */
const anyTable = ({ db }: Ctx) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

export function recordUseCases<R extends DeclaredRecord, Joined extends keyof Tables>(
  record: R,
  table: RecordTable<R, Joined>,
): RecordUseCases<R> {
  const { key, refusals } = record
  const { used, check } = table
  const rows = rowsOf(record, table)
  const filters: (search: Search<R>) => Filter[] = table.filters ?? filtersOf(record, table.table)
  const idOf = (input: Values) => input[key] as Id

  /** Staff of an outlet give a record to no other outlet. Whose record it is, its scope has asked. */
  const refuseOtherOutlet = ({ actor }: Ctx, { OutletCode }: Values) => {
    if (!OutletCode || actor.isHQ || actor.kind === 'system' || OutletCode === actor.outletCode) return
    throw refusals.otherOutlet()
  }

  const useCases = {
    /** Deleted ones only when they are asked for. */
    list: (ctx: Ctx, { Search }: Listing) =>
      queryList(rows.all(ctx), {
        where: [
          Search.Status ? equals(rows.status, Search.Status) : sql`${sql.ref(rows.status)} <> 'Deleted'`,
          ...filters(Search as Search<R>),
        ],
        tie: `${table.table}.${key}`,
      }),

    async get(ctx: Ctx, input: Values) {
      const found = await rows.find(ctx, idOf(input))
      if (!found || found.Status === 'Deleted') throw refusals.notFound()
      return found
    },

    async add(ctx: Ctx, input: Values) {
      refuseOtherOutlet(ctx, input)
      await check?.(ctx, input as Input<R['add']>, 'add')
      return rows.insert(ctx, input)
    },

    async update(ctx: Ctx, { [key]: id, Version, ...changes }: Values) {
      const before = await rows.lock(ctx, id as Id)
      if (before.Status === 'Deleted') throw refusals.deleted()
      const version = { sent: Version as number | undefined, present: before.Version }
      await refuseStale(ctx, { record: [table.table, id as Id], ...version }, () => rows.find(ctx, id as Id))
      refuseOtherOutlet(ctx, changes)
      await check?.(ctx, { ...before, ...changes } as Input<R['add']>, 'update')
      return rows.write(ctx, before, changes, 'Update')
    },

    async remove(ctx: Ctx, input: Values) {
      const before = await rows.lock(ctx, idOf(input))
      if (before.Status === 'Deleted') throw refusals.deleted()
      await refuseUsed(ctx, refusals.inUse as Refuse, {
        ...used?.(before as Row<R>),
        ...usesOf(ctx, table.table, before),
      })
      return rows.write(ctx, before, { Status: 'Deleted' }, 'Delete')
    },

    /** Undoes a delete within 30 seconds. */
    async restore(ctx: Ctx, input: Values) {
      const before = await rows.lock(ctx, idOf(input))
      if (before.Status !== 'Deleted') throw refusals.notDeleted()
      refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
      await check?.(ctx, before as Input<R['add']>, 'restore')
      const Status = (await statusBeforeDelete(ctx, table.table, idOf(before))) === 'Active' ? 'Active' : 'Inactive'
      return rows.write(ctx, before, { Status }, 'Restore')
    },
  }
  return useCases as unknown as RecordUseCases<R>
}

/** The filters that a list has by the kind of what can be asked for. */
function filtersOf({ list }: DeclaredRecord, table: string): (search: unknown) => Filter[] {
  const asked = schemaOf(list.body, 'input').properties?.Search?.properties ?? {}
  const texts = Object.keys(asked).filter((name) => isText(withoutNull(asked[name]!)))
  return (search) =>
    Object.entries(search as Values)
      .filter(([name]) => name !== 'Status')
      .map(([name, value]) =>
        texts.includes(name) ? contains(`${table}.${name}`, value as string) : equals(`${table}.${name}`, value),
      )
}

const isText = ({ type, format, ...shape }: Shape) => type === 'string' && !format && !shape.enum

/** What the use cases do with the table. */
function rowsOf<R extends DeclaredRecord, Joined extends keyof Tables>(
  { key, title, unique, Row, Fields, refusals }: R,
  { table, rows, taken: others }: RecordTable<R, Joined>,
) {
  const constraintOf = (field: string) => `${toColumn(table)}_${field === key ? 'pkey' : toColumn(field)}`
  const ofFields = Object.entries(unique).map(([field, word]) => [
    constraintOf(field),
    (refusals as Record<string, unknown>)[`${word}Taken`],
  ])
  const taken: Record<string, Refuse> = { ...Object.fromEntries(ofFields), ...others }
  const all = (ctx: Ctx) => (rows?.(ctx) ?? anyTable(ctx).selectFrom(table).select(Object.keys(Row.shape))) as Query
  const find = (ctx: Ctx, id: Id) =>
    all(ctx)
      .where(sql<SqlBool>`${sql.ref(`${table}.${key}`)} = ${id}`)
      .executeTakeFirst()

  const refuseTaken = (values: Values) => (error: { constraint?: string }) => {
    const kind = taken[error.constraint ?? '']
    throw kind ? refusalOf(kind, values) : error
  }

  function written(ctx: Ctx, id: Id, done: string) {
    ctx.audit(`${done} ${title}`, table, id, `${done} ${title} in ${title}. ${key} - ${id}`)
    return find(ctx, id)
  }

  return {
    all,
    find,
    status: `${table}.Status`,

    /** As it is stored, and locked: nobody joins it while it is decided. */
    async lock(ctx: Ctx, id: Id) {
      const found = await anyTable(ctx).selectFrom(table).selectAll().where(key, '=', id).forUpdate().executeTakeFirst()
      if (!found) throw refusals.notFound()
      return found as Stored
    },

    async insert(ctx: Ctx, input: Values) {
      const values = { ...input, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now }
      // A code that went with a deleted record may be given again: that record is filled again, and its history goes on.
      const updated = { ...values, Version: sql`${sql.table(table)}.version + 1` }
      const added = await anyTable(ctx)
        .insertInto(table)
        .values(values)
        .$if(key in Fields.shape, (insert) =>
          insert.onConflict((same) => same.column(key).doUpdateSet(updated).where(`${table}.Status`, '=', 'Deleted')),
        )
        .returning(key)
        .executeTakeFirst()
        .catch(refuseTaken(input))
      if (!added) throw refusalOf(taken[constraintOf(key)]!, input)
      return written(ctx, added[key] as Id, 'Create')
    },

    async write(ctx: Ctx, before: Stored, changes: Values, done: string) {
      const id = before[key] as Id
      await anyTable(ctx)
        .updateTable(table)
        .set({ ...changes, Version: before.Version + 1, UpdatedAt: ctx.now })
        .where(key, '=', id)
        .execute()
        .catch(refuseTaken({ ...before, ...changes }))
      return written(ctx, id, done)
    },
  }
}

const usesOf = ({ services }: Ctx, table: keyof Tables, row: Values): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    services.areas.flatMap(({ uses }) => Object.entries(uses?.[table] ?? {}).map(([name, rows]) => [name, rows(row)])),
  )

async function refuseUsed(ctx: Ctx, refusal: Refuse, uses: Record<string, RawBuilder<unknown>>) {
  if (Object.keys(uses).length === 0) return
  const counts = Object.entries(uses).map(([name, from]) => sql`(select count(*) from ${from}) as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(ctx.db)
  if (Object.values(rows[0]!).some((count) => count > 0)) throw refusalOf(refusal, rows[0]!)
}

/** The refusal with the values that its sentence names. */
function refusalOf(kind: Refuse, values: Values) {
  const names = [...kind.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name) => [name, values[name]])) as RefusalParams
  return (kind as unknown as (params: RefusalParams) => Refusal)(params)
}
