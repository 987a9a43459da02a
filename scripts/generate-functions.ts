import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { toColumnName, toFieldName } from '#kit/server/names.ts'
import { scriptTypes } from './generate-tables.ts'

// Generates db/functions.ts: arguments, result and refusals of each SQL function that TypeScript calls.

/** Nullable results, which PostgreSQL does not record: `function`, `function.column` or `type.attribute`. */
const nullable = new Set([
  'add_task',
  'adjustment_expiry',
  'approve_sale',
  'audit_faults.about',
  'audit_faults.entry_id',
  'audit_faults.log',
  'audit_faults.seal_no',
  'close_month',
  'coming_category',
  'give_waiting_now',
  'session_changed_at',
  'unmerge_lots',
  'assigned_sale.archived_customer_id',
  'assigned_sale.waits_for',
  'earned_sale.expiry_date',
  'posted_sale.archived_customer_id',
  'posted_sale.expiry_date',
  'posted_sale.waits_for',
  'settled_redemption.obstacle',
])

type SqlFunction = {
  name: string
  argNames: string[]
  /** The number of trailing arguments with a default. */
  defaults: number
  argTypes: string[]
  isSet: boolean
  type: string
  /** The table or composite type that the function returns. */
  composite: string | null
  isTable: boolean
  columns: { name: string; type: string }[] | null
  source: string
}

/** Returns the text of db/functions.ts for the database at `url`. */
export async function functionsSource(url: string): Promise<string> {
  const all = await functionsOf(url)
  const refusalsOf = findRefusals(all)
  const called = calledNames().map((name) => {
    const overloads = all.filter((one) => one.name === toColumnName(name))
    if (overloads.length !== 1)
      throw new Error(`TypeScript calls ${name}; ${overloads.length} SQL functions have that name`)
    return overloads[0]!
  })
  const interfaces = called.map((one) => {
    const refusals = refusalsOf(one.name)
    return `  ${camel(one.name)}: {
    Args: {${one.argNames.map((arg, place) => ` ${argument(one, arg, place)}`).join(';')} }
    Result: ${resultOf(one)}
    Refusal: ${refusals.map((name) => `'${name}'`).join(' | ') || 'never'}
  }`
  })
  const signatures = called.map(
    (one) =>
      `  ${camel(one.name)}: { returns: '${shapeOf(one)}', args: {${one.argNames.map((arg, place) => ` ${camel(arg)}: '${one.argTypes[place]}'`).join(',')} } },`,
  )
  const text = `${interfaces}${signatures}`
  return `// Generated from the migrated database by \`npm run generate\`; a test fails when it drifts. Don't edit.
${/Selectable</.test(text) ? "import type { Selectable } from 'kysely'\n" : ''}import type { ${text.includes('JsonValue') ? 'JsonValue, ' : ''}Tables } from './tables.ts'

export interface Functions {
${interfaces.join('\n')}
}

type Signature = { returns: 'value' | 'values' | 'row' | 'rows'; args: Record<string, string> }

export const signatures: Record<keyof Functions, Signature> = {
${signatures.join('\n')}
}
`
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

function argument({ name, argTypes, argNames, defaults }: SqlFunction, arg: string, place: number) {
  if (!arg) throw new Error(`An argument of ${name} has no name`)
  const type = argTypes[place]!
  const sqlType =
    type === 'jsonb'
      ? 'object'
      : type.startsWith('timestamp')
        ? 'string | Date'
        : type === 'bigint[]'
          ? 'readonly number[]'
          : type === 'text[]'
            ? 'readonly string[]'
            : type === 'numeric'
              ? 'string | number'
              : scriptTypeOf(type)
  return `${camel(arg)}${place >= argNames.length - defaults ? '?' : ''}: ${sqlType} | null`
}

const scriptTypeOf = (type: string) => {
  const value = scriptTypes[type]
  if (!value)
    throw new Error(`There is no TypeScript type for the SQL type ${type} yet; add it to scripts/generate-tables.ts`)
  return value === 'Moment' ? 'string' : value === 'Json' ? 'JsonValue' : value
}

const shapeOf = ({ columns, isSet }: SqlFunction) => (columns ? (isSet ? 'rows' : 'row') : isSet ? 'values' : 'value')

function resultOf({ name, type, columns, composite, isTable, isSet }: SqlFunction) {
  if (type === 'void') return 'void'
  const one = isTable
    ? `Selectable<Tables['${toFieldName(composite!)}']>`
    : columns
      ? `{ ${columns.map((column) => `${toFieldName(column.name)}: ${scriptTypeOf(column.type)}${nullable.has(`${composite ?? name}.${column.name}`) ? ' | null' : ''}`).join('; ')} }`
      : `${scriptTypeOf(type)}${nullable.has(name) ? ' | null' : ''}`
  return isSet ? (/[ |]/.test(one) ? `(${one})[]` : `${one}[]`) : one
}

/** Returns the sorted names of the functions that the program calls. */
function calledNames() {
  const names = ['app', 'areas', 'kit'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\bdatabaseFunctions\s*\.(\w+)/g)]),
  )
  return [...new Set(names.map(([, name]) => name!))].sort()
}

/**
 * Returns the names of the refusals that a function can raise, directly or through functions that it calls.
 * A name is a literal in `raise`, or a literal argument for a parameter that is raised.
 * A function that catches refusals raises none.
 */
function findRefusals(all: readonly SqlFunction[]) {
  const byName = Map.groupBy(all, ({ name }) => name)
  const calls = new Map(all.map((one) => [one, callsIn(one.source).filter(({ name }) => byName.has(name))]))
  const raised = new Map(all.map((one) => [one, new Set<string>()]))
  const parameters = new Map<string, Set<number>>()
  const take = (one: SqlFunction, expression: string) => {
    for (const [, literal] of expression.matchAll(/'(\w+)'/g)) raised.get(one)!.add(literal!)
    const words = expression.replace(/'[^']*'/g, '').split(/\W+/)
    const sinks = parameters.get(one.name) ?? new Set()
    const size = sinks.size
    for (const [place, arg] of one.argNames.entries()) if (words.includes(arg)) sinks.add(place)
    parameters.set(one.name, sinks)
    return sinks.size > size
  }
  for (const one of all)
    for (const [, text, value] of one.source.matchAll(/raise exception ('[^']*')(?:, (\w+))? using errcode = 'CA001'/g))
      take(one, value ?? text!)
  for (let changed = true; changed; ) {
    changed = false
    for (const [one, list] of calls)
      for (const { name, args } of list)
        for (const place of parameters.get(name) ?? []) changed = take(one, args[place] ?? '') || changed
  }
  return (name: string) => {
    const refusalNames = new Set<string>()
    const visited = new Set<string>()
    const visit = (name: string) => {
      if (visited.has(name)) return
      visited.add(name)
      for (const one of byName.get(name) ?? []) {
        if (/when sqlstate 'CA001'/.test(one.source)) continue
        for (const refusal of raised.get(one)!) refusalNames.add(refusal)
        for (const call of calls.get(one)!) visit(call.name)
      }
    }
    visit(name)
    return [...refusalNames].sort()
  }
}

/** Finds calls in an SQL text and returns the texts of their arguments. */
function callsIn(source: string) {
  return [...source.matchAll(/\b([a-z_]+)\(/g)].map(({ 1: name, index }) => {
    const args = ['']
    let depth = 0
    for (const [token] of source.slice(index + name!.length + 1).matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
      if (token === '(' || token === '[') depth++
      if ((token === ')' || token === ']') && depth-- === 0) break
      if (token === ',' && depth === 0) args.push('')
      else args.push(args.pop()! + token)
    }
    return { name: name!, args }
  })
}

async function functionsOf(url: string): Promise<SqlFunction[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<SqlFunction>(`
      select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as "argNames", p.pronargdefaults as defaults,
        array(select format_type(arg, null) from unnest(p.proargtypes::oid[]) with ordinality given (arg, place) order by place) as "argTypes",
        p.proretset as "isSet", format_type(p.prorettype, null) as type,
        case when t.typtype = 'c' then t.typname end as composite, coalesce(c.relkind in ('r', 'p', 'v'), false) as "isTable",
        case when t.typtype = 'c' then (
          select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
          from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped)
        when p.prorettype = 'record'::regtype then (
          select jsonb_agg(jsonb_build_object('name', p.proargnames[place], 'type', format_type(arg, null)) order by place)
          from unnest(p.proallargtypes, p.proargmodes) with ordinality given (arg, mode, place) where mode in ('o', 't'))
        end as columns,
        regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') as source
      from pg_proc p join pg_type t on t.oid = p.prorettype left join pg_class c on c.oid = t.typrelid
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and obj_description(p.oid, 'pg_proc') is distinct from 'for servers of the last release'
      order by p.proname`)
    return rows
  } finally {
    await client.end()
  }
}
