import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup } from '#app/cli/backup/read-backup.ts'
import { readLedgerSums } from '#app/cli/ledger-sums.ts'
import { signatures } from '#db/functions.ts'
import { toColumnName } from '#kit/server/names.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../database.ts'
import { catalogueOf } from './catalogue.ts'

const fileOf = (name: string) => new URL(`releases/${name}`, import.meta.url)
const released: Record<string, unknown> = JSON.parse(readFileSync(new URL('released.json', import.meta.url), 'utf8'))
const lastRelease = Object.keys(released).at(-1)!

const withClient = async <Result>({ url }: TestDatabase, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Migration 0162 corrects the net amount of sales whose lines say otherwise. */
const corrections: Record<string, object> = { '0.2.0': { sales: '19284115.00' } }

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await cloneDatabase()
})
afterAll(() => fresh.drop())

describe.each(Object.keys(released))('a company of release %s', (release) => {
  test(`its backup is in tests/migration/releases`, () => {
    expect(existsSync(fileOf(`${release}.tar`))).toBe(true)
  })

  test('after the upgrade it has all rows, equal ledger sums, and the tables, functions and rights of a new database', async () => {
    const database = await emptyDatabase()
    try {
      const { manifest, sums } = await restoreBackup({
        from: fileOf(`${release}.tar`).pathname,
        url: database.url,
        replace: true,
        sumUp: readLedgerSums,
        media: undefined,
      })
      expect(Number(manifest.sums.sales)).toBeGreaterThan(0)
      expect(await withClient(database, readLedgerSums)).toEqual({ ...sums, ...corrections[release] })
      expect(await withClient(database, catalogueOf)).toEqual(await withClient(fresh, catalogueOf))
    } finally {
      await database.drop()
    }
  })
})

test('servers of the last release find every database function that they call', async () => {
  const file = fileOf(`${lastRelease}.functions.json`)
  if (process.env.RELEASE_FUNCTIONS === 'write') {
    const called = Object.entries(signatures).map(([name, { args }]) => [
      toColumnName(name),
      Object.fromEntries(Object.entries(args).map(([arg, type]) => [toColumnName(arg), type])),
    ])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(called), null, 2)}\n`)
  }
  const called: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))
  const { rows } = await withClient(fresh, (client) =>
    client.query<{ name: string; args: Record<string, string>; required: string[] }>(`
      select p.proname as name, jsonb_object_agg(arg, format_type(type, null)) filter (where arg is not null) as args,
        coalesce(array_agg(arg) filter (where place <= p.pronargs - p.pronargdefaults), '{}') as required
      from pg_proc p left join lateral unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality named (arg, type, place) on true
      where p.pronamespace = 'public'::regnamespace group by p.oid`),
  )
  const missing = Object.entries(called).filter(
    ([name, args]) =>
      !rows.some(
        (row) =>
          row.name === name &&
          Object.entries(args).every(([arg, type]) => row.args?.[arg] === type) &&
          row.required.every((arg) => arg in args),
      ),
  )
  expect(Object.keys(called).length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('servers of the last release and of this one bind a system account to the same outlet', async () => {
  await withClient(fresh, async (client) => {
    await client.query(`begin;
      insert into building (code, name, building_type_id) select code, code, 4 from unnest('{KL1,KL2,KL3}'::text[]) code;
      insert into user_account (user_id, kind, username) overriding system value values (9001, 'System', 'old-till'), (9002, 'System', 'new-till');
      update user_account set till_outlet_code = 'KL2' where user_id = 9001;
      insert into user_outlet values (9002, 'KL1'), (9002, 'KL3')`)
    const bindings = async () =>
      (
        await client.query<string[]>({
          text: `select till_outlet_code, array_to_string(array(select outlet_code from user_outlet o where o.user_id = u.user_id order by 1), ' ')
            from user_account u where user_id in (9001, 9002) order by user_id`,
          rowMode: 'array',
        })
      ).rows
    expect(await bindings()).toEqual([
      ['KL2', 'KL2'],
      ['KL1', 'KL1 KL3'],
    ])
    await client.query(
      `delete from user_outlet where user_id = 9002; update user_account set till_outlet_code = null where user_id = 9001`,
    )
    expect(await bindings()).toEqual([
      [null, ''],
      [null, ''],
    ])
    await client.query('rollback')
  })
})
