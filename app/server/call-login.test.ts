import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { openClient, openDatabase } from '#kit/server/database.ts'
import { checkDatabase } from '#kit/server/preflight.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { cloneDatabase } from '#tests/database.ts'
import { deriveCallLogin, prepareCallLogin } from './call-login.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function query(url: string, text: string) {
  const client = await openClient(url, 'test')
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Creates a company database, and a function that prepares the login of its calls. */
async function prepared() {
  const { url, drop } = await cloneDatabase()
  ends.push(drop)
  const secret = randomBytes(32)
  const { name } = deriveCallLogin(secret)
  ends.push(() => query(url, `drop role if exists ${name}`))
  const prepare = (callsUrl?: string) => prepareCallLogin({ url, directUrl: url, callsUrl, secret: () => secret })
  return { url, name, prepare }
}

/** Returns the URL of the same database with the login of another role. */
async function asRole(url: string, rights: string) {
  const role = `other_${randomBytes(4).toString('hex')}`
  await query(url, `create role ${role} login password 'diamond' ${rights}`)
  ends.push(() => query(url, `drop owned by ${role} cascade; drop role ${role}`))
  const address = new URL(url)
  address.username = role
  address.password = 'diamond'
  return { url: address.href, role }
}

const origin = { userId: null, name: 'test', outletCode: null, session: null, ip: null, requestId: 'login' }

describe('database login of API calls', () => {
  test('database login: API calls connect with a login that is neither the owner nor a member of the owner role', async () => {
    const { name, prepare } = await prepared()
    const calls = await prepare()
    expect(
      await query(
        calls,
        `select session_user as login, rolsuper, pg_has_role('carat_app', 'set') as application,
      pg_has_role(session_user, (select relowner from pg_class where relname = 'point_history'), 'member') as owner
      from pg_roles where rolname = session_user`,
      ),
    ).toEqual([{ login: name, rolsuper: false, application: true, owner: false }])
  })

  test.each([
    ['change a row of the ledger', 'update point_history set points = points + 1'],
    ['change a table', 'alter table point_history disable trigger user'],
    ['become the owner', 'set session authorization default; set role carat'],
  ])('database login: after RESET ROLE an API call cannot %s', async (_, statement) => {
    const { prepare } = await prepared()
    const database = openDatabase({ url: await prepare(), max: 1 })
    ends.push(() => database.end())
    const client = await database.pool.connect()
    ends.push(async () => client.release())
    await client.query('set role carat_app')
    await client.query('reset role')
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('database login: an API call cannot avoid its audit records by claiming to erase personal data', async () => {
    const { url, prepare } = await prepared()
    const audited = async (address: string) => {
      const client = await openClient(address, 'test')
      try {
        await client.query(`begin; set local carat.erasing = 'on'`)
        await client.query(
          `insert into list_item (list_name, value, sequence_no) values ('Gender', 'X', 99); update list_item set label = 'Changed' where value = 'X'`,
        )
        const { rows } = await client.query(
          `select erasing(), exists (select from audit_record where table_name = 'list_item' and action_type = 'Update') as audited`,
        )
        return rows
      } finally {
        await client.end()
      }
    }
    expect(await audited(url)).toEqual([{ erasing: true, audited: false }])
    expect(await audited(await prepare())).toEqual([{ erasing: false, audited: true }])
  })

  test('database login: the transactions of API calls run as the role carat_app', async () => {
    const { prepare } = await prepared()
    const database = openDatabase({ url: await prepare(), max: 1 })
    ends.push(() => database.end())
    const role = await inTransaction(database, { origin, timeZone: 'UTC' }, (db) =>
      db.selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val('role')]).as('Role')).executeTakeFirstOrThrow(),
    )
    expect(role).toEqual({ Role: 'carat_app' })
  })

  test('database login: the second start of the server reuses the login and resets a changed password', async () => {
    const { url, name, prepare } = await prepared()
    const calls = await prepare()
    const verifier = `select rolpassword from pg_authid where rolname = '${name}'`
    const [before] = await query(url, verifier)
    expect(await prepare()).toBe(calls)
    expect(await query(url, verifier)).toEqual([before])
    expect(before!.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/)
    await query(url, `alter role ${name} password 'another'`)
    expect(await prepare()).toBe(calls)
    await expect(query(calls, 'select 1')).resolves.toHaveLength(1)
  })

  test('database login: an owner without CREATEROLE gets the SQL statement that creates the login', async () => {
    const { url } = await prepared()
    const owner = await asRole(url, '')
    const secret = randomBytes(32)
    const start = prepareCallLogin({ url: owner.url, directUrl: owner.url, secret: () => secret })
    await expect(start).rejects.toThrow(/As a superuser of it, run: create role carat_calls login .* DATABASE_APP_URL/)
  })

  test('database login: the owner grants carat_app to a login that the operator created', async () => {
    const { url, prepare } = await prepared()
    const roleUrl = await asRole(url, '')
    expect(await prepare(roleUrl.url)).toBe(roleUrl.url)
    expect(await query(roleUrl.url, `select pg_has_role('carat_app', 'set') as application`)).toEqual([
      { application: true },
    ])
  })

  test.each([
    ['a superuser', 'superuser', /is a superuser/],
    ['a member of the owner', 'in role carat_owner_of_test', /may become their owner/],
  ])('preflight: DATABASE_APP_URL with %s is refused before anything is written', async (_, rights, text) => {
    const { url } = await prepared()
    await query(url, 'create role carat_owner_of_test; alter table schema_migration owner to carat_owner_of_test')
    ends.push(() => query(url, 'reassign owned by carat_owner_of_test to current_user; drop role carat_owner_of_test'))
    const roleUrl = await asRole(url, rights)
    const check = checkDatabase({
      url: roleUrl.url,
      setting: 'DATABASE_APP_URL',
      direct: false,
      log: () => {},
      waitSeconds: 0,
    })
    await expect(check).rejects.toThrow(text)
  })
})
