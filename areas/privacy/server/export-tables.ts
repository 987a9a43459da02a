import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ZipEntry } from '#areas/exports/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import { toFieldName } from '#kit/server/names.ts'
import { DataPart } from '../contract.ts'
import { collectPersonalTables, type PersonalTable, splitWords } from './catalogue.ts'
import { createIdentityMask, type ExportRowMask } from './mask-identity.ts'
import { buildPersonCondition, type PersonRecords } from './person.ts'

export type ExportRow = Record<string, unknown>
export type ExportTable = {
  part: DataPart
  name: string
  /** Names of the columns that have a value in at least one row, in the order of the table. */
  fields: string[]
  total: number
  /** Reads the rows of the table in chunks. */
  rows(): AsyncIterable<ExportRow[]>
}

/** Maximum number of rows that are in memory at once. */
const AT_ONCE = 1000

/** Columns with internal keys and staff references, which are not exported. */
const internalColumns = /(^|_)(by_id|staff_id|version)$|^(created_by_id|updated_by_id|owner_staff_id|once_key)$/

/** Returns all tables with data about one person, without the tables and columns that areas do not export. */
export async function readExportTables(
  ctx: Ctx,
  person: PersonRecords,
  language: MailLanguage,
  isOwn = false,
): Promise<ExportTable[]> {
  const tables: ExportTable[] = []
  const mask = isOwn ? await createIdentityMask(ctx, person) : undefined
  for (const table of collectPersonalTables(ctx.services.areas)) {
    if (table.hides === '*') continue
    const hidden = new Set(splitWords(table.hides))
    const query = tableQuery(table, person, language, isOwn)
    const { rows } = await sql<{ Column: string; Rows: number }>`
      select k.key as column, count(*)::int as rows
      from ${sql.table(table.table)} r cross join lateral jsonb_object_keys(jsonb_strip_nulls(${sql.raw(query.row)})) k(key)
      where ${sql.raw(query.where)} group by k.key
      order by (select attnum from pg_attribute where attrelid = ${table.table}::regclass and attname = k.key)`.execute(
      ctx.db,
    )
    if (rows.length === 0) continue
    const columns = rows
      .map(({ Column }) => Column)
      .filter((column) => !hidden.has(column) && !internalColumns.test(column))
    tables.push({
      part: table.part,
      name: toFieldName(table.table),
      fields: columns.map(toFieldName),
      // A key column has a value in every row, so the largest count is the number of rows.
      total: Math.max(...rows.map(({ Rows }) => Rows)),
      rows: () => rowsOf(ctx, table, query, columns, mask),
    })
  }
  const partIndex = ({ part }: ExportTable) => DataPart.options.indexOf(part)
  return tables.toSorted((a, b) => partIndex(a) - partIndex(b))
}

type TableQuery = { row: string; where: string }

function tableQuery(table: PersonalTable, person: PersonRecords, language: MailLanguage, isOwn: boolean): TableQuery {
  const { adds = {}, own = {} } = table
  const extraColumns = [
    ...Object.entries(adds).map(([name, value]) => `'${name}', ${value(language)}`),
    ...Object.entries((isOwn && own.sets) || {}).map(([column, value]) => `'${column}', ${value}`),
  ]
  const condition = buildPersonCondition(table, person)
  return {
    row: extraColumns.length > 0 ? `(to_jsonb(r) || jsonb_build_object(${extraColumns.join()}))` : 'to_jsonb(r)',
    where: isOwn && own.without ? `${condition} and not (${own.without})` : condition,
  }
}

async function* rowsOf(
  ctx: Ctx,
  table: PersonalTable,
  { row, where }: TableQuery,
  columns: string[],
  mask: ExportRowMask | undefined,
): AsyncGenerator<ExportRow[]> {
  await sql`declare rows_of_pack no scroll cursor for
    select ${sql.raw(row)} as row from ${sql.table(table.table)} r where ${sql.raw(where)} order by 1`.execute(ctx.db)
  for (;;) {
    const { rows } = await sql<{ Row: ExportRow }>`fetch ${sql.raw(String(AT_ONCE))} from rows_of_pack`.execute(ctx.db)
    if (rows.length === 0) break
    const masked = mask ? rows.map(({ Row }) => mask(Row)) : rows.map(({ Row }) => Row)
    yield masked.map((row) =>
      Object.fromEntries(
        columns.filter((column) => row[column] !== null).map((column) => [toFieldName(column), row[column]]),
      ),
    )
  }
  await sql`close rows_of_pack`.execute(ctx.db)
}

/** Returns the pictures of the customer's favourites. */
export async function readFavouritePictures(ctx: Ctx, { customers }: PersonRecords): Promise<ZipEntry[]> {
  const { rows } = await sql<{ StoredName: string; FileName: string; MediaId: number }>`
    select stored_name, file_name, media_id from media
    where object_type = 'FavouriteId' and status = 'Active'
      and object_id in (select favourite_id::text from favourite where customer_id = any(${customers}))`.execute(ctx.db)
  const files: ZipEntry[] = []
  for (const { StoredName, FileName, MediaId } of rows) {
    const stored = await ctx.services.storage('media').get(StoredName)
    if (stored)
      files.push({
        name: `files/${MediaId}-${FileName.replace(/[^\w.-]+/g, '_')}`,
        content: await bytesOf(stored.content),
      })
  }
  return files
}

async function bytesOf(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
