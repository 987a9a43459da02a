import { expect, test } from 'vitest'
import { mergeChoiceFields } from '#areas/customers/contract/customer-fields.ts'
import { toColumnName } from '#kit/server/names.ts'
import { useApp } from '#tests/harness.ts'
import { collectMovedTables } from './catalogue.ts'
import { customerColumnsOfField } from './plan.ts'

const app = useApp()

const columnsOfPeople = () =>
  app.sql<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and not exists (
        select from pg_class part where part.relname = c.table_name and part.relnamespace = 'public'::regnamespace and part.relispartition) and (c.column_name ~ '(^|_)(customer_id|membership_no)$' or exists (
      select from pg_constraint fk join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = any (fk.conkey)
      where fk.contype = 'f' and fk.confrelid in ('customer'::regclass, 'membership'::regclass)
        and fk.conrelid::regclass::text = c.table_name and a.attname = c.column_name))
      -- Excludes the primary keys of the two tables.
      and c.table_name || '.' || c.column_name not in ('customer.customer_id', 'membership.membership_no')
    order by 1`)

const movedColumns = () =>
  collectMovedTables(app).flatMap(({ table, customer, membership }) =>
    [customer, membership].filter((column) => column !== undefined).map((column) => `${table}.${column}`),
  )
const writtenOrStaying = () =>
  app.services.areas.flatMap(({ merge }) => Object.entries({ ...merge?.written, ...merge?.stays }))
const writtenOrStayingNames = () => writtenOrStaying().map(([name]) => name)

test('merge: every database column that refers to a customer or membership declares what a merge does with it', async () => {
  const declaredColumns = (await columnsOfPeople()).map(({ name }) => name)
  expect(declaredColumns.length).toBeGreaterThan(20)
  // A column declared by two areas, or as both moving and staying, would appear twice.
  const others = writtenOrStayingNames().filter(
    (name) => declaredColumns.includes(name) || !name.startsWith('customer.'),
  )
  expect([...movedColumns(), ...others].sort()).toEqual(declaredColumns)
})

test('merge: every customer column can be chosen by the user, is set by the merge, or is left out for a stated reason', async () => {
  const columns = await app.sql<{ name: string }>(`
    select 'customer.' || attname as name from pg_attribute
    where attrelid = 'customer'::regclass and attnum > 0 and not attisdropped and attname <> 'customer_id'`)
  const choiceColumns = mergeChoiceFields
    .flatMap(customerColumnsOfField)
    .map((column) => `customer.${toColumnName(column)}`)
  const others = writtenOrStayingNames().filter((name) => name.startsWith('customer.'))
  expect([...choiceColumns, ...others].sort()).toEqual(columns.map(({ name }) => name).sort())
})

test('merge: only columns declared as moving are moved, and each other column has a reason', () => {
  expect(movedColumns().length).toBeGreaterThan(5)
  expect(writtenOrStaying().filter(([name, why]) => !why || movedColumns().includes(name))).toEqual([])
})
