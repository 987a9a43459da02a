import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClient } from '#kit/server/database.ts'
import { cloneDatabase } from '#tests/database.ts'
import { hasAmounts, readReportingViews } from './read-views.ts'
import { dropReaderLogin, isReaderName, readerLoginOf, setReaderLogin } from './reader-login.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

let url: string
let owner: pg.Client
let views: string[]
const suffix = randomBytes(4).toString('hex')
const plain = `plain_${suffix}`
const amounts = `amounts_${suffix}`
let reader: pg.Client
let amountReader: pg.Client

const DENIED = { code: '42501' }

/** Connects with the login of a reader. The connection is closed after the tests. */
async function connect({ login, password }: { login: string; password: string }) {
  const address = new URL(url)
  address.username = login
  address.password = password
  const client = await openClient(address.href, 'test')
  ends.push(() => client.end())
  return client
}

beforeAll(async () => {
  const clone = await cloneDatabase()
  ends.push(clone.drop)
  url = clone.url
  owner = await openClient(url, 'test')
  ends.push(async () => {
    for (const name of [plain, amounts]) await dropReaderLogin(owner, name)
    await owner.end()
  })
  views = (await readReportingViews(owner)).map(({ name }) => name)
  reader = await connect(await setReaderLogin(owner, plain, { amounts: false }))
  amountReader = await connect(await setReaderLogin(owner, amounts, { amounts: true }))
  // The rights must not depend on the setting, which a reader can change.
  for (const client of [reader, amountReader]) await client.query('set default_transaction_read_only = off')
})

describe('login of an analyst', () => {
  test('reader: reads every view without amounts, and no view with amounts', async () => {
    for (const view of views.filter((name) => !hasAmounts(name))) await reader.query(`select * from ${view} limit 1`)
    for (const view of views.filter(hasAmounts))
      await expect(reader.query(`select * from ${view}`)).rejects.toMatchObject(DENIED)
  })

  test('reader: with amounts reads every view', async () => {
    for (const view of views) await expect(amountReader.query(`select * from ${view} limit 1`)).resolves.toBeDefined()
  })

  test.each([
    ['without amounts', () => reader],
    ['with amounts', () => amountReader],
  ] as const)('reader: %s cannot read any table of another schema', async (_, client) => {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
         where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'reporting_v1', 'pg_toast')`,
    )
    expect(rows.length).toBeGreaterThan(150)
    const readable: string[] = []
    for (const { name } of rows) {
      const error = await client()
        .query(`select from ${name} limit 1`)
        .then(
          () => null,
          (refused) => refused.code,
        )
      if (error !== DENIED.code) readable.push(`${name} ${error}`)
    }
    expect(readable).toEqual([])
  })

  test.each(['pg_authid', 'pg_shadow', 'pg_statistic', 'pg_user_mapping'])('reader: cannot read %s', async (table) => {
    await expect(reader.query(`select * from ${table}`)).rejects.toMatchObject(DENIED)
  })

  test('reader: sees no statistics of columns, which contain values', async () => {
    await owner.query('analyze setting; analyze list_item')
    const { rows } = await reader.query(
      `select tablename from pg_stats where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(rows).toEqual([])
  })

  test('reader: can use no schema but reporting_v1, which has no functions', async () => {
    const { rows } = await owner.query(
      `select nspname as name from pg_namespace where has_schema_privilege($1, oid, 'usage') and nspname not in ('pg_catalog', 'information_schema')`,
      [readerLoginOf(amounts)],
    )
    expect(rows).toEqual([{ name: 'reporting_v1' }])
    expect((await owner.query(`select from pg_proc where pronamespace = 'reporting_v1'::regnamespace`)).rowCount).toBe(
      0,
    )
    await expect(reader.query('select public.business_zone()')).rejects.toMatchObject(DENIED)
    await expect(reader.query(`select public.setting_text('currency')`)).rejects.toMatchObject(DENIED)
  })

  test.each([
    ['create a temporary table', 'create temporary table copy (id int)'],
    ['create a table', 'create table reporting_v1.copy (id int)'],
    ['create a schema', 'create schema copy'],
    ['write through a view', `insert into reporting_v1.outlet (outlet_code, name, status) values ('X', 'X', 'Active')`],
    ['change a row through a view', `update reporting_v1.voucher set status = 'V'`],
    ['delete through a view', 'delete from reporting_v1.voucher'],
    ['replace a view', 'create or replace view reporting_v1.outlet as select 1'],
    ['become the application', 'set role carat_app'],
    ['take the role of readers with amounts', 'set role carat_reader_amounts'],
    ['grant the role of readers to another', `grant carat_reader to carat_app`],
    ['read a file of the server', `select pg_read_file('postgresql.conf')`],
    ['run a program', `copy (select 1) to program 'true'`],
  ])('reader: cannot %s', async (_, statement) => {
    await expect(reader.query(statement)).rejects.toMatchObject(DENIED)
  })

  test('reader: a session is read-only, has time limits and finds the views without a schema', async () => {
    const { rows } = await owner.query(
      'select rolconnlimit as connections, rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication as privileged, rolconfig as settings from pg_roles where rolname = $1',
      [readerLoginOf(plain)],
    )
    expect(rows).toEqual([
      {
        connections: 5,
        privileged: false,
        settings: [
          'default_transaction_read_only=on',
          'statement_timeout=5min',
          'lock_timeout=10s',
          'idle_in_transaction_session_timeout=1min',
          'search_path=reporting_v1',
        ],
      },
    ])
  })

  test('reader: a second command changes the password and takes amounts away', async () => {
    const name = `second_${suffix}`
    ends.push(() => dropReaderLogin(owner, name))
    const first = await setReaderLogin(owner, name, { amounts: true })
    const second = await setReaderLogin(owner, name, { amounts: false })
    expect(second.login).toBe(first.login)
    await expect(connect(first)).rejects.toMatchObject({ code: '28P01' })
    await expect((await connect(second)).query('select * from sale_amounts')).rejects.toMatchObject(DENIED)
  })

  test('reader: a removed login can no longer connect', async () => {
    const name = `gone_${suffix}`
    const login = await setReaderLogin(owner, name, { amounts: false })
    expect(await dropReaderLogin(owner, name)).toBe(true)
    await expect(connect(login)).rejects.toMatchObject({ code: '28P01' })
    expect(await dropReaderLogin(owner, name)).toBe(false)
  })

  test('reader: an owner who may not create roles gets the statements for a superuser', async () => {
    const role = `poor_${suffix}`
    await owner.query(`create role ${role} login password 'diamond'; grant usage on schema public to ${role}`)
    ends.push(() => owner.query(`drop owned by ${role} cascade; drop role ${role}`))
    const address = new URL(url)
    address.username = role
    address.password = 'diamond'
    const client = await openClient(address.href, 'test')
    ends.push(() => client.end())
    await expect(setReaderLogin(client, `none_${suffix}`, { amounts: false })).rejects.toThrow(
      /As a superuser of it, run: alter role/,
    )
  })

  test('reader: no login is created while every login may call functions, which an owner of only the tables cannot revoke', async () => {
    const owned = await cloneDatabase()
    ends.push(owned.drop)
    const role = `tables_${suffix}`
    const superuser = await openClient(owned.url, 'test')
    ends.push(() => superuser.end())
    await superuser.query(
      `create role ${role} login createrole password 'diamond';
       grant usage, create on schema public to ${role}; grant carat_reader, carat_reader_amounts to ${role} with admin option;
       grant usage on schema public to public; grant usage on schema reporting_v1 to ${role} with grant option;
       do $$ declare name text; begin
         for name in select relname from pg_class where relnamespace = 'reporting_v1'::regnamespace loop
           execute format('alter view reporting_v1.%I owner to ${role}', name);
         end loop;
       end $$`,
    )
    ends.push(() =>
      superuser.query(`reassign owned by ${role} to current_user; drop owned by ${role} cascade; drop role ${role}`),
    )
    const address = new URL(owned.url)
    address.username = role
    address.password = 'diamond'
    const client = await openClient(address.href, 'test')
    ends.push(() => client.end())
    const name = `refused_${suffix}`
    await expect(setReaderLogin(client, name, { amounts: false })).rejects.toThrow(
      /As a superuser of it, run: revoke usage on schema public from public; revoke temporary/,
    )
    expect((await superuser.query('select from pg_roles where rolname = $1', [readerLoginOf(name)])).rowCount).toBe(0)
  })

  test('reader: the name is part of the name of a role, so that no other role can be changed', () => {
    expect(['metabase', 'power_bi', 'a1'].map(isReaderName)).toEqual([true, true, true])
    expect(['', 'Ana', '1a', 'a b', 'a";drop', 'é', 'x'.repeat(41)].some(isReaderName)).toBe(false)
    expect(readerLoginOf('metabase')).toBe('carat_analyst_metabase')
  })
})
