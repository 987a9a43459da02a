import type pg from 'pg'
import type { ServerArea } from '#kit/server/area.ts'
import { toField } from '#kit/server/names.ts'
import { isErased, mentionsIn, type PersonalTable, personalTables, words } from './catalogue.ts'
import { conditionFor, namesOf, type Person, personOf } from './who.ts'

export type Erased = {
  /** Table → rows that were emptied or removed. */
  figures: Record<string, number>
  /** Files to be deleted once the transaction is committed, by their shelf. */
  files: { media: string[]; exports: string[] }
}

/**
 * Empties a customer of all that is personal, in a transaction that the caller began as the owner of the tables: what was decided is
 * otherwise never changed. The ledger, the sales and the proofs of consent stay, under a number that leads to nobody any more.
 */
export async function eraseCustomer(
  client: pg.ClientBase,
  areas: readonly ServerArea[],
  CustomerId: number,
  note: object,
): Promise<Erased> {
  await client.query(
    'select from customer where customer_id = $1 or merged_into_customer_id = $1 order by customer_id for update',
    [CustomerId],
  )
  const person = await personOf(client, CustomerId)
  const names = await namesOf(client, person)
  const tables = personalTables(areas).filter(isErased)
  const records = await ownEntries(client, tables, person)
  const files = await filesOf(client, person)
  await client.query(
    `select set_config('carat.erasing', 'on', true),
       set_config('carat.origin', (coalesce(nullif(current_setting('carat.origin', true), ''), '{}')::jsonb || '{"erasing": true}')::text, true)`,
  )
  const figures: Record<string, number> = {}
  const count = (table: string, rows: number | null) => {
    if (rows) figures[table] = (figures[table] ?? 0) + rows
  }
  for (const table of tables) count(table.table, (await client.query(statementFor(table, person))).rowCount)
  for (const { table, columns, removes } of mentionsIn(areas))
    count(table, await eraseMentions(client, table, words(columns), names, removes === true))
  count('export_job', files.exports.length)
  await client.query(`update export_job set status = 'Expired', file_key = null where file_key = any($1)`, [
    files.exports,
  ])
  count('audit', await eraseEntries(client, CustomerId, person, records, names, { ...note, Tables: figures }))
  await client.query(
    `update customer_erasure set status = 'Done', done_at = now(), figures = $2 where customer_id = $1`,
    [CustomerId, JSON.stringify(figures)],
  )
  return { figures, files }
}

function statementFor(table: PersonalTable, person: Person): string {
  const where = conditionFor(table, person)
  if (table.removes) return `delete from ${table.table} r where ${where}`
  const set = [
    ...words(table.clears).map((column) => `${column} = null`),
    ...words(table.dots).map((column) => `${column} = case when r.${column} is null then null else '•••' end`),
    ...Object.entries(table.sets ?? {}).map(([column, value]) => `${column} = ${value}`),
  ]
  return `update ${table.table} r set ${set.join(', ')} where ${where}`
}

/** The entries of the audit log about the person's own rows: found by their keys before rows are removed. */
async function ownEntries(client: pg.ClientBase, tables: readonly PersonalTable[], person: Person): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    // Where amounts and states stay, only what was written about people goes.
    const texts = [...words(table.clears), ...words(table.dots)].map(toField)
    if (table.auditKept && texts.length === 0) continue
    const keys = await client.query<{ keys: string | null }>(
      `select string_agg(format('r.%I::text', a.attname), $q$ || '/' || $q$ order by array_position(p.conkey, a.attnum)) as keys
       from pg_constraint p join pg_attribute a on a.attrelid = p.conrelid and a.attnum = any (p.conkey)
       where p.contype = 'p' and p.conrelid = $1::regclass`,
      [table.table],
    )
    const key = keys.rows[0]?.keys
    if (!key) continue
    const { rows } = await client.query<{ id: string }>(
      `select e.audit_record_id::text as id from audit_record e
       where e.object_type = audit_name($1) and e.object_id in (select ${key} from ${table.table} r where ${conditionFor(table, person)})
         and (not $2::boolean or e.updated_field_name = any($3) or e.updated_field_name is null and coalesce(e.updated_info, e.previous_info) like any($4))`,
      [table.table, table.auditKept === true, texts, texts.map((name) => `%"${name}"%`)],
    )
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/** Text in which the person is named becomes •••, or its row goes. Letters are compared as they are, in JSON as JSON writes them. */
async function eraseMentions(
  client: pg.ClientBase,
  table: string,
  columns: string[],
  names: string[],
  removes: boolean,
) {
  if (names.length === 0) return 0
  const types = await client.query<{ column: string; json: string | null }>(
    `select attname as column, case when atttypid in ('json'::regtype, 'jsonb'::regtype) then atttypid::regtype::text end as json
     from pg_attribute where attrelid = $1::regclass and attname = any($2)`,
    [table, columns],
  )
  const found = columns.map((column) => `coalesce(${column}::text, '')`).join(` || ' ' || `)
  const where = `(${found}) like any ($1)`
  const patterns = names.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]).map(like)
  if (removes) return (await client.query(`delete from ${table} where ${where}`, [patterns])).rowCount
  const set = types.rows.map(({ column, json }) => {
    const text = names.reduce(
      (inner, name) => `replace(${inner}, ${literal(json ? JSON.stringify(name).slice(1, -1) : name)}, '•••')`,
      `${column}::text`,
    )
    return `${column} = ${json ? `(${text})::${json}` : text}`
  })
  return (await client.query(`update ${table} set ${set.join(', ')} where ${where}`, [patterns])).rowCount
}

const like = (name: string) => `%${name.replace(/[\\%_]/g, '\\$&')}%`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

async function eraseEntries(
  client: pg.ClientBase,
  CustomerId: number,
  { customers }: Person,
  own: string[],
  names: string[],
  note: object,
) {
  const patterns = names.flatMap((name) => [name, JSON.stringify(name).slice(1, -1)]).map(like)
  const { rows } = await client.query<{ records: string[]; texts: string[] }>(
    `select array(select audit_record_id::text from audit_record where previous_info like any($1) or updated_info like any($1)
         or (action_type = 'Delete' and case when previous_info like '{%"CustomerId"%' then previous_info::jsonb->>'CustomerId' end = any($2))) as records,
       array(select audit_log_id::text from audit_log where log_text like any($1)
         or (action_type = 'Note' and object_type = 'Customer' and object_id = any($2))) as texts`,
    [patterns, customers.map(String)],
  )
  const { records, texts } = rows[0]!
  const erased = await client.query<{ erased: number }>(
    'select erase_audit_values($1, $2, $3, $4, $5)::int as erased',
    ['Customer', String(CustomerId), [...new Set([...own, ...records])], texts, JSON.stringify(note)],
  )
  return erased.rows[0]!.erased
}

async function filesOf(client: pg.ClientBase, { customers }: Person): Promise<Erased['files']> {
  const media = await client.query<{ name: string }>(
    `select unnest(array[stored_name, thumbnail_name]) as name from media m
     where m.object_type = 'FavouriteId' and m.object_id in (select favourite_id::text from favourite where customer_id = any($1))`,
    [customers],
  )
  // Files that were exported may hold the person, and nobody can take a row out of them: they can be made again.
  const exported = await client.query<{ file_key: string }>(
    'select file_key from export_job where file_key is not null',
  )
  return {
    media: media.rows.flatMap(({ name }) => name ?? []),
    exports: exported.rows.map(({ file_key }) => file_key),
  }
}
