import type pg from 'pg'
import type { ServerArea } from '#kit/server/area.ts'
import { toFieldName } from '#kit/server/names.ts'
import {
  collectPersonalTables,
  collectPersonMentions,
  hasErasureTreatment,
  type PersonalTable,
  splitWords,
} from './catalogue.ts'
import { type PersonIdentifiers, readPersonIdentifiers } from './identifiers.ts'
import { buildPersonCondition, findPersonRecords, type PersonRecords } from './person.ts'

export type ErasureResult = {
  /** Numbers of erased or deleted rows by table. */
  figures: Record<string, number>
  /** Files to delete from each storage after the transaction is committed. */
  files: { media: string[]; exports: string[] }
}

/**
 * Erases the personal data of a customer; ledger, sales and consents stay under a number that identifies no person.
 * The transaction must run as the owner of the tables, because the application role cannot change decided records.
 */
export async function eraseCustomer(
  client: pg.ClientBase,
  areas: readonly ServerArea[],
  CustomerId: number,
  note: object,
): Promise<ErasureResult> {
  await client.query(
    'select from customer where customer_id = $1 or merged_into_customer_id = $1 order by customer_id for update',
    [CustomerId],
  )
  const person = await findPersonRecords(client, CustomerId)
  const identifiers = await readPersonIdentifiers(client, person)
  const erasedTables = collectPersonalTables(areas).filter(hasErasureTreatment)
  const entries = await collectAuditEntries(client, collectPersonalTables(areas), person, identifiers)
  const files = await filesOf(client, person)
  await client.query(`select set_config('carat.erasing', 'on', true)`)
  const figures: Record<string, number> = {}
  const count = (table: string, rows: number | null) => {
    if (rows) figures[table] = (figures[table] ?? 0) + rows
  }
  for (const table of erasedTables) count(table.table, (await client.query(statementFor(table, person))).rowCount)
  for (const { table, columns, removes } of collectPersonMentions(areas))
    count(
      table,
      await eraseMentions(
        client,
        { table, columns: splitWords(columns), removes: removes === true, entries },
        identifiers,
      ),
    )
  count('export_job', files.exports.length)
  await client.query(`update export_job set status = 'Expired', file_key = null where file_key = any($1)`, [
    files.exports,
  ])
  count('audit', await eraseEntries(client, CustomerId, person, entries, identifiers, { ...note, Tables: figures }))
  await client.query(
    `update customer_erasure set status = 'Done', done_at = now(), figures = $2 where customer_id = $1`,
    [CustomerId, JSON.stringify(figures)],
  )
  return { figures, files }
}

function statementFor(table: PersonalTable, person: PersonRecords): string {
  const where = buildPersonCondition(table, person)
  if (table.removes) return `delete from ${table.table} r where ${where}`
  const set = [
    ...splitWords(table.clears).map((column) => `${column} = null`),
    ...splitWords(table.dots).map((column) => `${column} = case when r.${column} is null then null else '•••' end`),
    ...Object.entries(table.sets ?? {}).map(([column, value]) => `${column} = ${value}`),
  ]
  return `update ${table.table} r set ${set.join(', ')} where ${where}`
}

/** Ids of the audit records and text log entries about the person. */
type Entries = { records: string[]; texts: string[] }

const primaryKeyOf = async (client: pg.ClientBase, table: string) =>
  (
    await client.query<{ keys: string | null }>(
      `select string_agg(format('r.%I::text', a.attname), $q$ || '/' || $q$ order by array_position(p.conkey, a.attnum)) as keys
       from pg_constraint p join pg_attribute a on a.attrelid = p.conrelid and a.attnum = any (p.conkey)
       where p.contype = 'p' and p.conrelid = $1::regclass`,
      [table],
    )
  ).rows[0]?.keys

/**
 * Collects the audit log entries about the person's own rows by key; the rows must not have been deleted yet.
 * Entries of the text log are collected only if their text contains the person's name or numbers.
 */
async function collectAuditEntries(
  client: pg.ClientBase,
  tables: readonly PersonalTable[],
  person: PersonRecords,
  { anywhere }: PersonIdentifiers,
): Promise<Entries> {
  const entries: Entries = { records: [], texts: [] }
  for (const table of tables) {
    const key = await primaryKeyOf(client, table.table)
    if (!key) continue
    const keysSql = `select ${key} from ${table.table} r where ${buildPersonCondition(table, person)}`
    const texts = await client.query<{ id: string }>(
      `select audit_log_id::text as id from audit_log where object_type = audit_name($1) and object_id in (${keysSql}) and log_text ~* $2`,
      [table.table, anywhere ?? NO_MATCH],
    )
    entries.texts.push(...texts.rows.map(({ id }) => id))
    if (!hasErasureTreatment(table)) continue
    // If `auditKept` is set, only audit records about erased or masked columns are collected.
    const fields = [...splitWords(table.clears), ...splitWords(table.dots)].map(toFieldName)
    if (table.auditKept && fields.length === 0) continue
    const { rows } = await client.query<{ id: string }>(
      `select e.audit_record_id::text as id from audit_record e
       where e.object_type = audit_name($1) and e.object_id in (${keysSql})
         and (not $2::boolean or e.updated_field_name = any($3) or e.updated_field_name is null and coalesce(e.updated_info, e.previous_info) like any($4))`,
      [table.table, table.auditKept === true, fields, fields.map((name) => `%"${name}"%`)],
    )
    entries.records.push(...rows.map(({ id }) => id))
  }
  return entries
}

/** A pattern that matches no text. */
const NO_MATCH = '$.'

type Mentions = { table: string; columns: readonly string[]; removes: boolean; entries: Entries }

/** Masks texts that name the person or deletes their rows; adds the audit log entries of changed rows to `entries`. */
async function eraseMentions(
  client: pg.ClientBase,
  { table, columns, removes, entries }: Mentions,
  { anywhere, mask, maskDocument }: PersonIdentifiers,
) {
  if (!anywhere) return 0
  const types = await client.query<{ column: string; json: string | null }>(
    `select attname as column, case when atttypid in ('json'::regtype, 'jsonb'::regtype) then atttypid::regtype::text end as json
     from pg_attribute where attrelid = $1::regclass and attname = any($2)`,
    [table, columns],
  )
  const jsons = new Map(types.rows.map(({ column, json }) => [column, json]))
  const searchedText = columns.map((column) => `coalesce(${column}::text, '')`).join(` || ' ' || `)
  const key = await primaryKeyOf(client, table)
  const { rows } = await client.query<{
    row: string
    part: string
    key: string | null
    values: Record<string, unknown>
  }>(
    `select r.ctid::text as row, r.tableoid::text as part, ${key ?? 'null'} as key, jsonb_build_object(${columns
      .map((column) => `'${column}', ${column}`)
      .join()}) as values from ${table} r where (${searchedText}) ~* $1 for update`,
    [anywhere],
  )
  let erased = 0
  for (const { row, part, key: id, values } of rows) {
    const before = Object.entries(values)
    const masked = before.map(
      ([column, value]) =>
        [column, typeof value === 'string' && !jsons.get(column) ? mask(value, true) : maskDocument(value)] as const,
    )
    const changed = masked.filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(values[column]))
    if (changed.length === 0) continue
    erased++
    if (id !== null) {
      const entryIds = await client.query<{ records: string[]; texts: string[] }>(
        `select array(select audit_record_id::text from audit_record where object_type = audit_name($1) and object_id = $2) as records,
           array(select audit_log_id::text from audit_log where object_type = audit_name($1) and object_id = $2 and log_text ~* $3) as texts`,
        [table, id, anywhere],
      )
      entries.records.push(...entryIds.rows[0]!.records)
      entries.texts.push(...entryIds.rows[0]!.texts)
    }
    const rowId = [row, part]
    if (removes) {
      await client.query(`delete from ${table} where ctid = $1::tid and tableoid = $2::oid`, rowId)
      continue
    }
    const set = changed.map(([column], index) => `${column} = $${index + 3}${jsonCast(jsons.get(column))}`).join()
    const write = (suffix: string) =>
      client.query(`update ${table} set ${set} where ctid = $1::tid and tableoid = $2::oid`, [
        ...rowId,
        ...changed.map(([column, value]) => (jsons.get(column) ? JSON.stringify(value) : `${value}${suffix}`)),
      ])
    await client.query('savepoint masked')
    await write('').catch((error: { constraint?: string }) => {
      // Two saved views that name two persons would get the same name after masking, so the id is appended.
      if (!error.constraint) throw error
      return client.query('rollback to savepoint masked').then(() => write(` ${id}`))
    })
  }
  return erased
}

const jsonCast = (json: string | null | undefined) => (json ? `::${json}` : '')

async function eraseEntries(
  client: pg.ClientBase,
  CustomerId: number,
  { customers }: PersonRecords,
  { records: ownRecords, texts: ownTexts }: Entries,
  { anywhere, distinct }: PersonIdentifiers,
  note: object,
) {
  // A one-word name can be an ordinary word, so only notes are searched for it.
  const { rows } = await client.query<{ records: string[]; texts: string[] }>(
    `select array(select audit_record_id::text from audit_record where previous_info ~* $1 or updated_info ~* $1
         or (action_type = 'Delete' and case when previous_info like '{%"CustomerId"%' then previous_info::jsonb->>'CustomerId' end = any($3))) as records,
       array(select audit_log_id::text from audit_log where log_text ~* $1
         or (action_type = 'Note' and (log_text ~* $2 or object_type = 'Customer' and object_id = any($3)))) as texts`,
    [distinct ?? NO_MATCH, anywhere ?? NO_MATCH, customers.map(String)],
  )
  const { records, texts } = rows[0]!
  const erased = await client.query<{ erased: number }>(
    'select erase_audit_values($1, $2, $3, $4, $5)::int as erased',
    [
      'Customer',
      String(CustomerId),
      [...new Set([...ownRecords, ...records])],
      [...new Set([...ownTexts, ...texts])],
      JSON.stringify(note),
    ],
  )
  return erased.rows[0]!.erased
}

async function filesOf(client: pg.ClientBase, { customers }: PersonRecords): Promise<ErasureResult['files']> {
  const media = await client.query<{ name: string }>(
    `select unnest(array[stored_name, thumbnail_name]) as name from media m
     where m.object_type = 'FavouriteId' and m.object_id in (select favourite_id::text from favourite where customer_id = any($1))`,
    [customers],
  )
  // All exported files expire, because any of them may contain the person; users can export again.
  const exported = await client.query<{ file_key: string }>(
    'select file_key from export_job where file_key is not null',
  )
  return {
    media: media.rows.flatMap(({ name }) => name ?? []),
    exports: exported.rows.map(({ file_key }) => file_key),
  }
}
