import { Client } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'

test('every caller gets a migrated database that no other one sees', async () => {
  const [mine, theirs] = await Promise.all([cloneDatabase(), cloneDatabase()])

  await ask(mine.url, 'create table only_here ()')

  expect(await ask(mine.url, `select to_regclass('only_here')::text as answer`)).toBe('only_here')
  expect(await ask(theirs.url, `select to_regclass('only_here')::text as answer`)).toBeNull()
  expect(await ask(theirs.url, `select count(*) > 5 as answer from pg_tables where schemaname = 'public'`)).toBe(true)
  await Promise.all([mine.drop(), theirs.drop()])
})

test('a dropped database is gone although a connection was left open', async () => {
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
