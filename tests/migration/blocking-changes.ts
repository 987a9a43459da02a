import type { ClientBase } from 'pg'

// Observes what a migration does to the tables of the last release, by comparing the catalogue before and after.

type Observation = {
  tables: Record<string, { filenode: string; columns: Record<string, string>; required: string[] }>
  constraints: Record<string, { table: string; validated: boolean; kind: string }>
  indexes: Record<string, { table: string }>
  changedRows: Record<string, number>
  locked: string[]
}

const observe = async (client: ClientBase): Promise<Observation> => {
  const all = async <Row>(text: string) => (await client.query(text)).rows as Row[]
  const ours = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
  const tables = await all<{ name: string; filenode: string; columns: Record<string, string>; required: string[] }>(`
    select c.relname as name, pg_relation_filenode(c.oid)::text as filenode,
      jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) as columns,
      coalesce(jsonb_agg(a.attname) filter (where a.attnotnull), '[]') as required
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where ${ours} group by c.oid`)
  const constraints = await all<{ name: string; table: string; validated: boolean; kind: string }>(`
    select k.conname || ' of ' || c.relname || ' #' || k.oid as name, c.relname as table, k.convalidated as validated, k.contype as kind
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${ours} and k.contype <> 'n'`)
  const indexes = await all<{ name: string; table: string }>(`
    select i.indexrelid::regclass::text || ' #' || i.indexrelid as name, c.relname as table
    from pg_index i join pg_class c on c.oid = i.indrelid where ${ours}`)
  const changed = await all<{ name: string; rows: number }>(`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_xact_user_tables where schemaname = 'public'`)
  const locked = await all<{ name: string }>(`
    select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.mode = 'AccessExclusiveLock' and ${ours}`)
  const byName = <Row extends { name: string }>(rows: Row[]) => Object.fromEntries(rows.map((row) => [row.name, row]))
  return {
    tables: byName(tables),
    constraints: byName(constraints),
    indexes: byName(indexes),
    changedRows: Object.fromEntries(changed.map(({ name, rows }) => [name, rows])),
    locked: locked.map(({ name }) => name),
  }
}

/** Tables that grow with the customers but do not reference them. */
const GROWING = ['session', 'voucher', 'transaction_detail', 'job_run']

/** The tables whose size depends on the number of customers: those that reference a customer or a member, and partitioned ones. */
export async function listGrowingTables(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `
    with recursive growing as (
      select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace
        and (c.relname in ('customer', 'membership') or c.relname = any($1) or c.relkind = 'p')
      union
      select k.conrelid from pg_constraint k join growing on growing.oid = k.confrelid where k.contype = 'f'
    )
    select oid::regclass::text as name from growing`,
    [GROWING],
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Applies a migration after which the transaction ends with `end`.
 * `released` are the growing tables of the last release. Returns one sentence for each change that would block calls on a table with millions of rows,
 * or that a running server of the last release would not survive.
 */
export async function findBlockingChanges(
  client: ClientBase,
  { text, released, end }: { text: string; released: ReadonlySet<string>; end: 'commit' | 'rollback' },
) {
  await client.query('begin')
  try {
    const before = await observe(client)
    await client.query(text)
    const problems = compare(before, await observe(client), released)
    await client.query(end)
    return problems
  } finally {
    await client.query('rollback')
  }
}

function compare(before: Observation, after: Observation, growing: ReadonlySet<string>): string[] {
  const problems: string[] = []
  for (const [name, table] of Object.entries(before.tables)) {
    const now = after.tables[name]
    if (!now) {
      problems.push(`${name} is dropped or renamed: a server of the last release still uses it`)
      continue
    }
    for (const [column, type] of Object.entries(table.columns))
      if (now.columns[column] !== type)
        problems.push(`${name}.${column} is dropped, renamed or retyped: a server of the last release still uses it`)
    if (!growing.has(name)) continue
    if (now.filenode !== table.filenode) problems.push(`${name} is rewritten`)
    const required = now.required.filter((column) => column in table.columns && !table.required.includes(column))
    if (required.length > 0) problems.push(`${name} is scanned for nulls in ${required.join(', ')}`)
    const rows = (after.changedRows[name] ?? 0) - (before.changedRows[name] ?? 0)
    if (rows > 0) problems.push(`${name} gets a change of ${rows} rows: a step of the nightly batch does it in chunks`)
  }
  const isOld = (table: string) => table in before.tables && growing.has(table)
  for (const [name, { table, validated, kind }] of Object.entries(after.constraints)) {
    const previous = before.constraints[name]
    if (!isOld(table)) continue
    if (!previous && 'cf'.includes(kind) && validated)
      problems.push(`${name} is validated when it is added: add it not valid, and validate it in the next file`)
    if (previous && !previous.validated && validated && after.locked.includes(table))
      problems.push(`${name} is validated while calls wait for ${table}: validate it in a file of its own`)
  }
  for (const [name, { table }] of Object.entries(after.indexes))
    if (isOld(table) && !(name in before.indexes))
      problems.push(`${name} is built while calls wait for ${table}: create it concurrently in a file of its own`)
  return problems
}
