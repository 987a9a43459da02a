import pg from 'pg'
import { toFieldName } from '#kit/server/names.ts'

// Generates db/tables.ts from the migrated database, because the migrations are the only definition of tables.

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  /** True for a column with a default or identity, which is optional on insert. */
  defaulted: boolean
  /** True for a column that the database generates, which is read-only. */
  always: boolean
  choices: string[] | null
}

/** Returns the text of db/tables.ts for the database at `url`. */
export async function tablesSource(url: string): Promise<string> {
  const columns = await columnsOf(url)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const names = [...tables.keys()].sort()
  return `${header}
export interface Tables {
${names.map((name) => `  ${toFieldName(name)}: ${toFieldName(name)}Table`).join('\n')}
}
${names.map((name) => `\nexport interface ${toFieldName(name)}Table {\n${tables.get(name)!.map(field).join('\n')}\n}\n`).join('')}`
}

const header = `// Generated from the migrated database by \`npm run generate\`; a test fails when it drifts. Don't edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Instants are read as ISO text in UTC. */
type Moment = ColumnType<string, string | Date, string | Date>
type GeneratedMoment = ColumnType<string, string | Date | undefined, string | Date>
type MomentOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Read as a value, written as JSON text: the driver would send an array as a PostgreSQL array. */
type Json = ColumnType<JsonValue, string, string>
type GeneratedJson = ColumnType<JsonValue, string | undefined, string>
type JsonOrNull = ColumnType<JsonValue, string | null | undefined, string | null>
`

function field(column: Column) {
  return `  ${toFieldName(column.column)}: ${typeOf(column)}`
}

function typeOf({ type, nullable, defaulted, always, choices }: Column) {
  const base = choices?.join(' | ') ?? scriptTypes[type]
  if (!base)
    throw new Error(`There is no TypeScript type for the column type ${type} yet; add it to scripts/generate-tables.ts`)
  if (base === 'Moment' || base === 'Json')
    return `${defaulted && !nullable ? 'Generated' : ''}${base}${nullable ? 'OrNull' : ''}`
  const value = nullable ? `${base} | null` : base
  if (always) return `GeneratedAlways<${value}>`
  return defaulted && !nullable ? `Generated<${value}>` : value
}

/** Maps SQL types to TypeScript types. */
export const scriptTypes: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  text: 'string',
  uuid: 'string',
  bytea: 'Buffer',
  date: 'string',
  numeric: 'string',
  inet: 'string',
  cidr: 'string',
  daterange: 'string',
  tstzrange: 'string',
  tsvector: 'string',
  'text[]': 'string[]',
  'bigint[]': 'string[]',
  'integer[]': 'number[]',
  'timestamp with time zone': 'Moment',
  json: 'Json',
  jsonb: 'Json',
}

async function columnsOf(url: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Omit<Column, 'choices'> & { checks: string[] | null }>(`
      select c.relname as "table", a.attname as "column",
        case when t.typname = 'numeric' then 'numeric' else format_type(a.atttypid, null) end as type,
        not a.attnotnull as nullable,
        (a.atthasdef and a.attgenerated = '') or a.attidentity = 'd' as defaulted,
        a.attgenerated <> '' or a.attidentity = 'a' as always,
        (select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by c.relname, a.attnum`)
    return rows.map(({ checks, ...column }) => ({ ...column, choices: choicesOf(checks ?? []) }))
  } finally {
    await client.end()
  }
}

/** Returns the literals of a check like `status in ('Active', 'Inactive')`. */
function choicesOf(checks: string[]) {
  for (const check of checks) {
    const list = /^CHECK \(\(\(?\w+\)? (?:= ANY \(ARRAY\[(.+)\]\)|= (.+))\)\)$/.exec(check)
    const values = [...(list?.[1] ?? list?.[2] ?? '').matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value]) =>
      value!.replaceAll("''", "'"),
    )
    if (values.length > 0) return values.map((value) => `'${value.replaceAll("'", "\\'")}'`)
  }
  return null
}
