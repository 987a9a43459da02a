import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import type { DeclaredSetupRecord } from '#kit/contract/record.ts'
import type { Refusal, RefusalParams } from '#kit/contract/refusal.ts'
import { type JsonSchema, removeNullFromSchema, toJsonSchema } from '#kit/contract/schema.ts'
import type { ServerArea } from './area.ts'
import type { Ctx } from './ctx.ts'
import { contains, equals, type RowFilter } from './filters.ts'
import { queryList } from './list.ts'
import { toColumnName } from './names.ts'
import { type Route, serve, type UseCaseResult } from './serve.ts'
import { refuseLateUndo, statusBeforeDelete } from './undo.ts'
import { refuseStaleVersion } from './version.ts'

// Implements the six standard calls of a declared record (kit/contract/record.ts) from its contract and table.
// An area lists its plain records in `records` of its `server.ts`.
// It can replace a call by its own use case: `serveRecord(cardLevelRecord, { ...standard, get: getCardLevel })`.

declare module './area.ts' {
  interface ServerArea {
    /** Rows of this area that prevent the deletion of a record, by the record's table and the name in its refusal. */
    uses?: Readonly<Partial<Record<keyof Tables, Readonly<Record<string, (row: Values) => RawBuilder<unknown>>>>>>
  }
}

const calls = ['add', 'list', 'get', 'update', 'remove', 'restore'] as const
type Call = (typeof calls)[number]
type Refuse = ((...params: never) => Refusal) & { text: string }
type Row<R extends DeclaredSetupRecord> = Reply<R['get']>
type Search<R extends DeclaredSetupRecord> = Input<R['list']> extends { Search: infer Filters } ? Filters : never

type RecordOptions<R extends DeclaredSetupRecord, Joined extends keyof Tables> = {
  /** The query of the reply rows, including deleted ones, for replies with more than the columns of the table. */
  rows?: (ctx: Ctx) => SelectQueryBuilder<Tables, Joined, Row<R>>
  /** The list filters besides Status. By default text fields match by substring, other fields by equality. */
  filters?: (search: Search<R>) => RowFilter[]
  /**
   * Errors by the name of the violated constraint; the fields of the record are the parameters of the error.
   * Unique fields have their own refusals, named by table and column: `card_group_name`.
   */
  constraintRefusals?: Record<string, Refuse>
  /** Validates the record further before a write. `next` is the record after the change. */
  check?: (ctx: Ctx, next: Input<R['add']>, step: 'add' | 'update' | 'restore') => Promise<void>
}

type RecordUseCases<R extends DeclaredSetupRecord> = {
  [Name in Call]: (
    ctx: Ctx,
    input: Input<R[Name]>,
  ) => Name extends 'list' ? UseCaseResult<Reply<R[Name]>> : Promise<Reply<R[Name]>>
}

export const recordCalls = (record: DeclaredSetupRecord): Endpoint[] => calls.map((call) => record[call])

/** Pairs the calls of a record with their use cases. */
export const serveRecord = <R extends DeclaredSetupRecord>(record: R, useCases: RecordUseCases<R>): Route[] =>
  calls.map((call) => serve(record[call] as Endpoint, useCases[call] as never))

/** Adds the routes of the area's plain records, with the standard use cases. */
export const withRecordRoutes = (area: ServerArea): ServerArea => ({
  ...area,
  routes: [...area.routes, ...(area.records ?? []).flatMap((record) => serveRecord(record, recordUseCases(record)))],
})

type Values = Record<string, unknown>
type Id = string | number
type Stored = Values & { Status: string; Version: number; UpdatedAt: string }
type Query = SelectQueryBuilder<Tables, never, Values>
type Listing = { Search: { Status?: string } }

/** Untyped table access, because the table name is known only at run time. */
export const untypedDatabase = ({ db }: Ctx) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

export function recordUseCases<R extends DeclaredSetupRecord, Joined extends keyof Tables>(
  record: R,
  options: RecordOptions<R, Joined> = {},
): RecordUseCases<R> {
  const { key, refusals } = record
  const { check } = options
  const table = tableOf(record)
  const rows = rowsOf(record, options)
  const filters: (search: Search<R>) => RowFilter[] = options.filters ?? filtersOf(record)
  const idOf = (input: Values) => input[key] as Id

  /** Refuses outlet staff who move a record to another outlet. The scope of the call already checked access to the record. */
  const refuseOtherOutlet = ({ actor }: Ctx, { OutletCode }: Values) => {
    if (!OutletCode || actor.isHQ || actor.kind === 'system' || OutletCode === actor.outletCode) return
    throw refusals.otherOutlet()
  }

  const useCases = {
    /** Excludes deleted records unless the caller filters by Deleted. */
    list: (ctx: Ctx, { Search }: Listing) =>
      queryList(rows.all(ctx), {
        where: [
          Search.Status ? equals(rows.status, Search.Status) : sql`${sql.ref(rows.status)} <> 'Deleted'`,
          ...filters(Search as Search<R>),
        ],
        tie: `${table}.${key}`,
      }),

    async get(ctx: Ctx, input: Values) {
      const stored = await rows.find(ctx, idOf(input))
      if (!stored || stored.Status === 'Deleted') throw refusals.notFound()
      return stored
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
      await refuseStaleVersion(ctx, { record: [table, id as Id], ...version }, () => rows.find(ctx, id as Id))
      refuseOtherOutlet(ctx, changes)
      await check?.(ctx, { ...before, ...changes } as Input<R['add']>, 'update')
      return rows.write(ctx, before, changes, 'Update')
    },

    async remove(ctx: Ctx, input: Values) {
      const before = await rows.lock(ctx, idOf(input))
      if (before.Status === 'Deleted') throw refusals.deleted()
      await refuseUsed(ctx, refusals.inUse as Refuse, usesOf(ctx, table, before))
      return rows.write(ctx, before, { Status: 'Deleted' }, 'Delete')
    },

    /** Undoes a delete within 30 seconds. */
    async restore(ctx: Ctx, input: Values) {
      const before = await rows.lock(ctx, idOf(input))
      if (before.Status !== 'Deleted') throw refusals.notDeleted()
      refuseLateUndo(ctx, before.UpdatedAt, refusals.undoOver)
      await check?.(ctx, before as Input<R['add']>, 'restore')
      const Status = (await statusBeforeDelete(ctx, table, idOf(before))) === 'Active' ? 'Active' : 'Inactive'
      return rows.write(ctx, before, { Status }, 'Restore')
    },
  }
  return useCases as unknown as RecordUseCases<R>
}

/** The table of a record has the name of the record. */
const tableOf = ({ subject }: DeclaredSetupRecord) => subject as keyof Tables & string

/** Builds the default list filters from the types of the search fields. */
function filtersOf(record: DeclaredSetupRecord): (search: unknown) => RowFilter[] {
  const table = tableOf(record)
  const searchFields = toJsonSchema(record.list.body, 'input').properties?.Search?.properties ?? {}
  const texts = Object.keys(searchFields).filter((name) => isText(removeNullFromSchema(searchFields[name]!)))
  return (search) =>
    Object.entries(search as Values)
      .filter(([name]) => name !== 'Status')
      .map(([name, value]) =>
        texts.includes(name) ? contains(`${table}.${name}`, value as string) : equals(`${table}.${name}`, value),
      )
}

const isText = ({ type, format, ...shape }: JsonSchema) => type === 'string' && !format && !shape.enum

/** The table operations that the use cases of a record share. */
function rowsOf<R extends DeclaredSetupRecord, Joined extends keyof Tables>(
  record: R,
  { rows, constraintRefusals }: RecordOptions<R, Joined>,
) {
  const { key, title, unique, Row, Fields, refusals } = record
  const table = tableOf(record)
  const constraintOf = (field: string) => `${toColumnName(table)}_${field === key ? 'pkey' : toColumnName(field)}`
  const uniqueRefusals = Object.entries(unique).map(([field, word]) => [
    constraintOf(field),
    (refusals as Record<string, unknown>)[`${word}Taken`],
  ])
  const refusalByConstraint: Record<string, Refuse> = { ...Object.fromEntries(uniqueRefusals), ...constraintRefusals }
  const all = (ctx: Ctx) =>
    (rows?.(ctx) ?? untypedDatabase(ctx).selectFrom(table).select(Object.keys(Row.shape))) as Query
  const find = (ctx: Ctx, id: Id) =>
    all(ctx)
      .where(sql<SqlBool>`${sql.ref(`${table}.${key}`)} = ${id}`)
      .executeTakeFirst()

  const throwConstraintRefusal = (values: Values) => (error: { constraint?: string }) => {
    const kind = refusalByConstraint[error.constraint ?? '']
    throw kind ? refusalOf(kind, values) : error
  }

  function auditAndRead(ctx: Ctx, id: Id, verb: string) {
    ctx.audit(`${verb} ${title}`, table, id, `${verb} ${title} in ${title}. ${key} - ${id}`)
    return find(ctx, id)
  }

  return {
    all,
    find,
    status: `${table}.Status`,

    /** Reads and locks the stored record, so that no row can start to reference it until the transaction ends. */
    async lock(ctx: Ctx, id: Id) {
      const record = await untypedDatabase(ctx)
        .selectFrom(table)
        .selectAll()
        .where(key, '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!record) throw refusals.notFound()
      return record as Stored
    },

    async insert(ctx: Ctx, input: Values) {
      const values = { ...input, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now }
      // Adding a record with the code of a deleted one overwrites the deleted row, whose history continues.
      const updated = { ...values, Version: sql`${sql.table(table)}.version + 1` }
      const inserted = await untypedDatabase(ctx)
        .insertInto(table)
        .values(values)
        .$if(key in Fields.shape, (insert) =>
          insert.onConflict((same) => same.column(key).doUpdateSet(updated).where(`${table}.Status`, '=', 'Deleted')),
        )
        .returning(key)
        .executeTakeFirst()
        .catch(throwConstraintRefusal(input))
      if (!inserted) throw refusalOf(refusalByConstraint[constraintOf(key)]!, input)
      return auditAndRead(ctx, inserted[key] as Id, 'Create')
    },

    async write(ctx: Ctx, before: Stored, changes: Values, verb: string) {
      const id = before[key] as Id
      await untypedDatabase(ctx)
        .updateTable(table)
        .set({ ...changes, Version: before.Version + 1, UpdatedAt: ctx.now })
        .where(key, '=', id)
        .execute()
        .catch(throwConstraintRefusal({ ...before, ...changes }))
      return auditAndRead(ctx, id, verb)
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

/** Creates an error, and fills the placeholders in its text from the fields of the record. */
function refusalOf(kind: Refuse, values: Values) {
  const names = [...kind.text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name) => [name, values[name]])) as RefusalParams
  return (kind as unknown as (params: RefusalParams) => Refusal)(params)
}
