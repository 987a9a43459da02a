import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { columns, moving, referrers } from './catalogue.ts'

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

test('every column that points at a customer or a membership says what a merge does with it', async () => {
  const found = (await pointingAtPeople()).map(({ name }) => name)
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((name) => !(name in columns))).toEqual([])
  expect(Object.keys(columns).filter((name) => !found.includes(name))).toEqual([])
})

test('what is said to move is moved, nothing else is, and what stays says why', () => {
  const moved = [...moving, referrers].flatMap(({ table, customer, membership }) =>
    [customer, membership].filter((column) => column !== undefined).map((column) => `${table}.${column}`),
  )
  const said = Object.entries(columns)
  expect(moved.sort()).toEqual(said.flatMap(([name, [fate]]) => (fate === 'moves' ? [name] : [])).sort())
  expect(said.filter(([, [fate, why]]) => fate === 'stays' && !why)).toEqual([])
})
