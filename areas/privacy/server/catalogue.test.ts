import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { DataPart } from '../contract.ts'
import { collectPersonalTables, collectPersonMentions, hasErasureTreatment, splitWords } from './catalogue.ts'

const app = useApp()
const tables = () => collectPersonalTables(app.services.areas)
const declared = () => new Set(tables().map(({ table }) => table))
const without = () => app.services.areas.flatMap(({ personal }) => Object.entries(personal?.none ?? {}))

type Column = { table: string; column: string; type: string; nullable: boolean }
const columns = () =>
  app.sql<Column>(`
    select c.relname as table, a.attname as column, a.atttypid::regtype::text as type, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)

test('personal data catalogue: every table that refers to a customer or membership declares how it is exported and erased', async () => {
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
  const declaredTables = new Set([...declared(), ...without().map(([table]) => table)])
  expect(pointing.map(({ table }) => table).filter((table) => !declaredTables.has(table))).toEqual([])
  expect(without().filter(([table, why]) => why === '' || declared().has(table))).toEqual([])
})

test('personal data catalogue: every text, list and date column with personal data is declared as erased or retained', async () => {
  const all = await columns()
  const wrong = tables().flatMap((table) => {
    if (table.removes) return []
    const named = [
      ...splitWords(table.clears),
      ...splitWords(table.dots),
      ...Object.keys(table.sets ?? {}),
      ...splitWords(table.keeps),
    ]
    const columns = all.filter((column) => column.table === table.table)
    const undeclared = columns.filter(
      ({ column, type }) => /^(text|jsonb?|date|bytea|text\[\])$/.test(type) && !named.includes(column),
    )
    const unknown = named.filter((name) => !columns.some(({ column }) => column === name))
    const twice = named.filter((name, index) => named.indexOf(name) !== index)
    const invalidClears = columns.filter(
      ({ column, nullable }) => splitWords(table.clears).includes(column) && !nullable,
    )
    return [...undeclared, ...invalidClears]
      .map(({ column }) => `${table.table}.${column}`)
      .concat(
        unknown.map((name) => `${table.table}.${name}?`),
        twice,
      )
  })
  expect(wrong).toEqual([])
})

test('personal data catalogue: every column declared as hidden exists, and a table hidden as a whole has a reason', async () => {
  const all = await columns()
  for (const { table, hides, because } of tables()) {
    expect([table, hides === '*' ? (because ?? '') !== '' : because === undefined]).toEqual([table, true])
    const unknown = splitWords(hides).filter(
      (name) => name !== '*' && !all.some((column) => column.table === table && column.column === name),
    )
    expect([table, unknown]).toEqual([table, []])
  }
  for (const { table, columns: looked } of collectPersonMentions(app.services.areas))
    expect([
      table,
      splitWords(looked).filter((name) => !all.some((column) => column.table === table && column.column === name)),
    ]).toEqual([table, []])
})

test('personal data catalogue: every part of an export has a table, and more than 15 tables are erased', () => {
  for (const part of DataPart.options) expect(tables().some((table) => table.part === part)).toBe(true)
  expect(tables().filter(hasErasureTreatment).length).toBeGreaterThan(15)
})
