import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { Part } from '../contract.ts'
import { isErased, mentionsIn, personalTables, words } from './catalogue.ts'

const app = useApp()
const tables = () => personalTables(app.services.areas)
const declared = () => new Set(tables().map(({ table }) => table))
const without = () => app.services.areas.flatMap(({ personal }) => Object.entries(personal?.none ?? {}))

type Column = { table: string; column: string; type: string; nullable: boolean }
const columns = () =>
  app.sql<Column>(`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)

test('every table that points at a customer or a membership, or at rows of theirs, says what is given and what erasing does', async () => {
  const pointing = await app.sql<{ table: string }>(
    `
    select distinct c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname ~ '(^|_)(customer_id|membership_no)$'
    union
    select distinct fk.conrelid::regclass::text from pg_constraint fk join pg_class c on c.oid = fk.conrelid and not c.relispartition
    where fk.contype = 'f' and fk.confrelid::regclass::text = any($1)
    order by 1`,
    [...declared()].filter((table) => !['staff', 'approval', 'session', 'media'].includes(table)),
  )
  const known = new Set([...declared(), ...without().map(([table]) => table)])
  expect(pointing.map(({ table }) => table).filter((table) => !known.has(table))).toEqual([])
  expect(without().filter(([table, why]) => why === '' || declared().has(table))).toEqual([])
})

test('every text, list and date of such a table is erased, or stays because it says nothing about a person', async () => {
  const all = await columns()
  const wrong = tables().flatMap((table) => {
    if (table.removes) return []
    const named = [
      ...words(table.clears),
      ...words(table.dots),
      ...Object.keys(table.sets ?? {}),
      ...words(table.keeps),
    ]
    const its = all.filter((one) => one.table === table.table)
    const open = its.filter(
      ({ column, type }) => /^(text|jsonb?|date|bytea|text\[\])$/.test(type) && !named.includes(column),
    )
    const unknown = named.filter((name) => !its.some(({ column }) => column === name))
    const twice = named.filter((name, place) => named.indexOf(name) !== place)
    const cleared = its.filter(({ column, nullable }) => words(table.clears).includes(column) && !nullable)
    return [...open, ...cleared]
      .map(({ column }) => `${table.table}.${column}`)
      .concat(
        unknown.map((name) => `${table.table}.${name}?`),
        twice,
      )
  })
  expect(wrong).toEqual([])
})

test('what is not given to the customer has a column, or a reason', async () => {
  const all = await columns()
  for (const { table, hides, because } of tables()) {
    expect([table, hides === '*' ? (because ?? '') !== '' : because === undefined]).toEqual([table, true])
    const unknown = words(hides).filter(
      (name) => name !== '*' && !all.some((one) => one.table === table && one.column === name),
    )
    expect([table, unknown]).toEqual([table, []])
  }
  for (const { table, columns: looked } of mentionsIn(app.services.areas))
    expect([
      table,
      words(looked).filter((name) => !all.some((one) => one.table === table && one.column === name)),
    ]).toEqual([table, []])
})

test('every part has rows that are erased or kept, and its name', () => {
  for (const part of Part.options) expect(tables().some((table) => table.part === part)).toBe(true)
  expect(tables().filter(isErased).length).toBeGreaterThan(15)
})
