import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { movesOf } from './catalogue.ts'

const app = useApp()

const pointingAtPeople = () =>
  app.sql<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and (c.column_name ~ '(^|_)(customer_id|membership_no)$' or exists (
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

test('every column that points at a customer or a membership says what a merge does with it', async () => {
  const found = (await pointingAtPeople()).map(({ name }) => name)
  expect(found.length).toBeGreaterThan(20)
  // Each of them once: a column of which two areas speak, or which both moves and stays, would stand here twice.
  expect([...moved(), ...others().map(([name]) => name)].sort()).toEqual(found)
})

test('what is said to move is moved, nothing else is, and what stays says why', () => {
  expect(moved().length).toBeGreaterThan(5)
  expect(others().filter(([name, why]) => !why || moved().includes(name))).toEqual([])
})
