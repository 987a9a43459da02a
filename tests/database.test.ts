import { Client } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'

test('database for tests: each caller gets a migrated database of its own', async () => {
  const [firstDatabase, secondDatabase] = await Promise.all([cloneDatabase(), cloneDatabase()])

  await ask(firstDatabase.url, 'create table only_here ()')

  expect(await ask(firstDatabase.url, `select to_regclass('only_here')::text as answer`)).toBe('only_here')
  expect(await ask(secondDatabase.url, `select to_regclass('only_here')::text as answer`)).toBeNull()
  expect(
    await ask(secondDatabase.url, `select count(*) > 5 as answer from pg_tables where schemaname = 'public'`),
  ).toBe(true)
  await Promise.all([firstDatabase.drop(), secondDatabase.drop()])
})

test('database for tests: can be dropped while a connection is open', async () => {
  const database = await cloneDatabase()
  const client = new Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()

  await database.drop()

  await expect(ask(database.url, 'select 1 as answer')).rejects.toThrow('does not exist')
})

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows[0]?.answer
}
