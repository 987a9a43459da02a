import { expect, test } from 'vitest'
import { mergeFields } from '#areas/customers/contract/customer-fields.ts'
import { toColumn } from '#kit/server/names.ts'
import { useApp } from '#tests/harness.ts'
import { movesOf } from './catalogue.ts'
import { columnsFor } from './plan.ts'

const app = useApp()

const pointingAtPeople = () =>
  app.sql<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and not exists (
        select from pg_class part where part.relname = c.table_name and part.relnamespace = 'public'::regnamespace and part.relispartition) and (c.column_name ~ '(^|_)(customer_id|membership_no)$' or exists (
      select from pg_constraint fk join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = any (fk.conkey)
      where fk.contype = 'f' and fk.confrelid in ('customer'::regclass, 'membership'::regclass)
        and fk.conrelid::regclass::text = c.table_name and a.attname = c.column_name))
      -- Their own keys.
      and c.table_name || '.' || c.column_name not in ('customer.customer_id', 'membership.membership_no')
    order by 1`)

const moved = () =>
  movesOf(app).flatMap(({ table, customer, membership }) =>
    [customer, membership].filter((column) => column !== undefined).map((column) => `${table}.${column}`),
  )
const others = () => app.services.areas.flatMap(({ merge }) => Object.entries({ ...merge?.written, ...merge?.stays }))
const namesOfOthers = () => others().map(([name]) => name)

test('every column that points at a customer or a membership says what a merge does with it', async () => {
  const found = (await pointingAtPeople()).map(({ name }) => name)
  expect(found.length).toBeGreaterThan(20)
  // Each of them once: a column of which two areas speak, or which both moves and stays, would stand here twice.
  const others = namesOfOthers().filter((name) => found.includes(name) || !name.startsWith('customer.'))
  expect([...moved(), ...others].sort()).toEqual(found)
})

test('every column of a customer is chosen in a merge, written by it, or stays for a reason', async () => {
  const columns = await app.sql<{ name: string }>(`
    select 'customer.' || attname as name from pg_attribute
    where attrelid = 'customer'::regclass and attnum > 0 and not attisdropped and attname <> 'customer_id'`)
  const chosen = mergeFields.flatMap(columnsFor).map((column) => `customer.${toColumn(column)}`)
  const others = namesOfOthers().filter((name) => name.startsWith('customer.'))
  expect([...chosen, ...others].sort()).toEqual(columns.map(({ name }) => name).sort())
})

test('what is said to move is moved, nothing else is, and what stays says why', () => {
  expect(moved().length).toBeGreaterThan(5)
  expect(others().filter(([name, why]) => !why || moved().includes(name))).toEqual([])
})
