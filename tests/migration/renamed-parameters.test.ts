import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
import { emptyDatabase, type TestDatabase } from '../database.ts'

// A database from before the parameters of SQL functions and the amount of a purchase day were named after their contents.

let database: TestDatabase
let client: pg.Client
const rows = async (text: string) => (await client.query(text)).rows

beforeAll(async () => {
  database = await emptyDatabase()
  const before = mkdtempSync(join(tmpdir(), 'carat-before-'))
  for (const name of readdirSync('db/migrations').filter((name) => name < '0215' && name.endsWith('.sql')))
    cpSync(join('db/migrations', name), join(before, 'db/migrations', name))
  await migrate({ url: database.url, root: pathToFileURL(`${before}/`) })
  rmSync(before, { recursive: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    create function shown_values(object text, held jsonb) returns jsonb language sql as 'select held';
    create function paid_for(of_reward reward, said text) returns text language sql as 'select said';
    insert into purchase_day (customer_id, business_date, kept, since_first) values (1, '2026-11-05', 12.50, 0)`)
  await migrate({ url: database.url })
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('migration of parameter names: functions with the former parameter names are replaced', async () => {
  expect(
    await rows(
      `select proname as name, proargnames as parameters from pg_proc where proname in ('shown_values', 'paid_for') order by 1`,
    ),
  ).toEqual([
    { name: 'paid_for', parameters: ['of_reward', 'remark'] },
    { name: 'shown_values', parameters: ['object', 'field_values'] },
  ])
})

test('migration of parameter names: purchase days keep their amounts as net sales', async () => {
  expect(await rows('select customer_id::int, net_sales::text from purchase_day')).toEqual([
    { customer_id: 1, net_sales: '12.50' },
  ])
})
