import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cloneDatabase, emptyDatabase } from '#tests/database.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'
import { olderPostgres } from '#tests/factories/older-postgres.ts'
import { checkDatabase, checkDataDir, checkPort, StartRefused } from './preflight.ts'

const folder = mkdtempSync(join(tmpdir(), 'carat-preflight-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const printed: string[] = []
const check = (url: string, more: object = {}) =>
  checkDatabase({
    url,
    setting: 'DATABASE_URL',
    direct: true,
    log: (text) => printed.push(text),
    waitSeconds: 0,
    ...more,
  })

async function sql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function empty() {
  const { url, drop } = await emptyDatabase()
  ends.push(drop)
  return url
}

/** Returns the database URL of a new role that has only the given rights. */
async function asRole(url: string, name: string, rights: string) {
  const address = new URL(url)
  const role = `${name}_${address.pathname.slice(-8)}`
  const word = role.split('').reverse().join('')
  await sql(url, `create role ${role} login password '${word}'; ${rights.replaceAll('ROLE', role)}`)
  ends.push(() => sql(url, `drop owned by ${role} cascade; drop role ${role}`))
  address.username = role
  address.password = word
  return { url: address.href, role, database: address.pathname.slice(1) }
}

describe('checks at the start before anything is written', () => {
  test('preflight: a PostgreSQL version that is too old is reported', async () => {
    const older = await olderPostgres('170002')
    ends.push(older.close)
    await expect(check(older.url)).rejects.toThrow(
      /^The database 127\.0\.0\.1:\d+\/carat is PostgreSQL 17; Carat needs 18 or newer\. Upgrade the server, or let DATABASE_URL name another\.$/,
    )
  })

  test('preflight: a connection pooler is reported with the setting for a direct connection', async () => {
    const { url, drop } = await cloneDatabase()
    ends.push(drop)
    const pooler = await databaseProxy(url, { asPooler: true })
    ends.push(pooler.goAway)
    await expect(check(pooler.url)).rejects.toThrow(/A connection pooler stands before .* Set DATABASE_DIRECT_URL/)
    await expect(check(pooler.url, { direct: false })).resolves.toBeUndefined()
    await expect(check(url)).resolves.toBeUndefined()
  })

  test('preflight: if the database does not answer, the wait is logged, and the check fails after the timeout', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const url = `postgres://carat@127.0.0.1:${port}/carat`
    await expect(check(url)).rejects.toThrow(
      /does not answer \(connect ECONNREFUSED .*\)\. Start it, or correct DATABASE_URL\.$/,
    )
    // For a command that uses the database of DATA_DIR, the message does not mention a missing setting.
    await expect(check(url, { setting: 'DATA_DIR' })).rejects.toThrow(/Start it, or correct DATA_DIR\.$/)
    printed.length = 0
    await expect(check(url, { waitSeconds: 1 })).rejects.toThrow(StartRefused)
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(
      /^Waiting for the database 127\.0\.0\.1:\d+\/carat \(connect ECONNREFUSED .*Is DATABASE_URL right\?$/,
    )
  })

  test('preflight: a wrong host, database or password is reported', async () => {
    const url = new URL(await empty())
    const changed = (change: (url: URL) => void) => {
      const other = new URL(url)
      change(other)
      return check(other.href)
    }
    await expect(changed((to) => (to.hostname = 'nowhere.invalid'))).rejects.toThrow(
      /no machine has that name|does not answer/,
    )
    await expect(changed((to) => (to.pathname = '/nothing'))).rejects.toThrow('does not exist on that server. Make it')
    await expect(changed((to) => (to.password = 'wrong'))).rejects.toThrow('Correct user and password in DATABASE_URL')
  })

  test.each([
    ['create tables', '', 'may not make tables. As a superuser of it, run: grant create on schema public to ROLE'],
    [
      'create extensions',
      'grant create on schema public to ROLE',
      'may not make the extension pg_trgm and btree_gist. As a superuser of it, run: alter database DATABASE owner to ROLE',
    ],
    [
      'use the role of the application',
      'grant create on schema public to ROLE; create extension pg_trgm; create extension btree_gist',
      'ROLE may not take the role carat_app. As a superuser of it, run: grant carat_app to ROLE with admin option',
    ],
  ])(
    'preflight: reports that the role has no right to %s, with the statement that grants the right',
    async (_, rights, sentence) => {
      const url = await empty()
      const limited = await asRole(url, 'limited', rights)
      const expected = sentence.replaceAll('ROLE', limited.role).replaceAll('DATABASE', limited.database)
      await expect(check(limited.url)).rejects.toThrow(expected)
      expect(
        await sql(url, `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`),
      ).toEqual([])
    },
  )

  test('preflight: tables that belong to another role are reported', async () => {
    const { url, drop } = await cloneDatabase()
    ends.push(drop)
    const stranger = await asRole(url, 'stranger', 'grant create on schema public to ROLE')
    await expect(check(stranger.url)).rejects.toThrow(
      /its tables belong to carat, not to stranger_\w+\. Sign in as carat\./,
    )
  })

  test('preflight: a role with all rights is accepted', async () => {
    const limited = await asRole(
      await empty(),
      'able',
      'grant create on schema public to ROLE; create extension pg_trgm; create extension btree_gist; grant carat_app to ROLE with admin option',
    )
    await expect(check(limited.url)).resolves.toBeUndefined()
  })

  test('preflight: a command that needs data reports an empty database', async () => {
    await expect(check(await empty(), { mustHoldData: true })).rejects.toThrow('holds no data of Carat')
  })

  test('preflight: a port in use is reported, and so is a host that is not an address of this machine', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as AddressInfo
    await expect(checkPort('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use by another program. Stop that one, or set PORT to another number.`,
    )
    await expect(checkPort('192.0.2.1', 3000)).rejects.toThrow('Set HOST to an address of this machine')
  })

  test.each([
    ['below /proc', '/proc/carat/data'],
    ['below a file', join(folder, 'file', 'data')],
  ])('preflight: reports that a DATA_DIR %s cannot be used', (_, path) => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => checkDataDir(path)).toThrow(/^DATA_DIR .* cannot be used \(.*\)\. Set DATA_DIR to a folder in which/)
  })
})

test('preflight: the check creates the data folder with its parent folders, and leaves no file in it', () => {
  const path = join(folder, 'new', 'data')
  checkDataDir(path)
  checkDataDir(path)
  expect(readdirSync(path)).toEqual([])
})
