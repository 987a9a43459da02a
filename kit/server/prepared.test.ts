import { type RawBuilder, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { type Database, openDatabase, transactionTimeouts } from './database.ts'
import { createStatementNamer } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const app = useApp()
const opened: Database[] = []
afterAll(() => Promise.all(opened.map((database) => database.end())))

/** A pool of one connection, so that tests see the state that earlier work left on it. */
function oneConnection(options: { pooled?: boolean } = {}) {
  const database = openDatabase({ url: app.url, max: 1, ...options })
  opened.push(database)
  return database
}

const origin = { userId: null, name: 'test', outletCode: null, session: null, ip: null, requestId: 'names' }
const ask = (
  database: Database,
  statement: RawBuilder<unknown>,
  overrides: { limits?: typeof transactionTimeouts.job } = {},
) =>
  inTransaction(database, { origin, timeZone: 'UTC', ...overrides }, async (db) => (await statement.execute(db)).rows)
const process = (database: Database) => ask(database, sql`select pg_backend_pid() as number`)

/** Lists the prepared statements whose text contains this word. */
async function namesOn(database: Database, word: string) {
  const { rows } = await database.pool.query('select statement from pg_prepared_statements')
  return rows.filter(({ statement }) => statement.includes(word)).length
}

describe('prepared statements', () => {
  test('prepared statement: a statement is prepared at its second use, once for each connection', async () => {
    const database = oneConnection()
    for (const [value, names] of [
      [1, 0],
      [2, 1],
      [3, 1],
    ] as const) {
      expect(await ask(database, sql`select ${value}::integer as often`)).toEqual([{ Often: value }])
      expect(await namesOn(database, 'as often')).toBe(names)
    }
  })

  test('prepared statement: through a connection pooler, statements are not prepared', async () => {
    const database = oneConnection({ pooled: true })
    for (let time = 0; time < 3; time++) await ask(database, sql`select 1 as pooled`)
    expect(await namesOn(database, '')).toBe(0)
  })

  test('prepared statement: statements of long-running work are not prepared', async () => {
    const database = oneConnection()
    for (let time = 0; time < 3; time++)
      await ask(database, sql`select 1 as nightly`, { limits: transactionTimeouts.job as never })
    expect(await namesOn(database, 'nightly')).toBe(0)
  })

  test('prepared statement: a statement succeeds on a new connection after its table got a new column', async () => {
    await app.sql('create table changing (one integer); grant select on changing to carat_app')
    const database = oneConnection()
    const read = () => ask(database, sql`select * from changing`)
    for (let time = 0; time < 3; time++) await read()
    const before = await process(database)
    await app.sql('alter table changing add two text; insert into changing values (1, $$new$$)')
    expect(await read()).toEqual([{ One: 1, Two: 'new' }])
    expect(await process(database)).not.toEqual(before)
    for (let time = 0; time < 2; time++) expect(await read()).toEqual([{ One: 1, Two: 'new' }])
    await app.sql('drop table changing')
  })

  test('prepared statement: a statement succeeds after the connection has discarded its plans', async () => {
    const database = oneConnection()
    for (let time = 0; time < 3; time++) await ask(database, sql`select 1 as discarded`)
    await database.pool.query('discard all')
    expect(await ask(database, sql`select 1 as discarded`)).toEqual([{ Discarded: 1 }])
    expect(await namesOn(database, 'discarded')).toBe(0)
  })

  test('prepared statement: the first error of a transaction is reported instead of later errors', async () => {
    const database = oneConnection()
    const failing = () =>
      inTransaction(database, { origin, timeZone: 'UTC' }, async (db) => {
        const wrong = sql`select ${0}::integer / 0 as wrong`.execute(db)
        const behind = sql`select ${1}::integer as behind`.execute(db)
        await Promise.all([behind, wrong.catch(() => {})])
      })
    for (let time = 0; time < 3; time++) await expect(failing()).rejects.toMatchObject({ code: '22012' })
  })
})

test('transaction: leaves no settings on its connection', async () => {
  const database = oneConnection()
  const left = `select current_user as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, coalesce(current_setting('carat.origin', true), '') as origin`
  const before = (await database.pool.query(left)).rows
  const inside = await ask(
    database,
    sql`select current_user as role, current_setting('statement_timeout') as statement`,
  )
  expect(inside).toEqual([{ Role: 'carat_app', Statement: '2200ms' }])
  expect((await database.pool.query(left)).rows).toEqual(before)
})

test('prepared statement: a connection has at most 500 prepared statements', () => {
  const nameOf = createStatementNamer()
  const text = (number: number) => `select ${number}`
  const names = Array.from({ length: 600 }, (_, number) => {
    nameOf(text(number))
    return nameOf(text(number))
  })
  expect(new Set(names.filter((name) => name !== undefined)).size).toBeLessThanOrEqual(500)
  expect(names.at(-1)).toBeUndefined()
  expect(nameOf(text(1))).toBe(names[1])
})
