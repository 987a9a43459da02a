import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBackup } from '#app/cli/backup/read-backup.ts'
import { readLedgerSums } from '#app/cli/ledger-sums.ts'
import { createIndexesConcurrently, isConcurrent } from '#kit/server/concurrent-indexes.ts'
import { emptyDatabase, type TestDatabase } from '../database.ts'
import { findBlockingChanges, listGrowingTables } from './blocking-changes.ts'

// Tills sell while a migration runs and while servers of the last release are still running.

const released: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('released.json', import.meta.url), 'utf8'),
)
const lastRelease = Object.keys(released).at(-1)!

let database: TestDatabase
let client: pg.Client
let growing: Set<string>
beforeAll(async () => {
  database = await emptyDatabase()
  await loadBackup({
    from: new URL(`releases/${lastRelease}.tar`, import.meta.url).pathname,
    url: database.url,
    replace: true,
    sumUp: readLedgerSums,
    media: undefined,
  })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  growing = await listGrowingTables(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('migrations that are not released yet', () => {
  const names = readdirSync('db/migrations').filter((name) => name.endsWith('.sql') && !isReleased(name))

  test.each(names.sort())('%s does not block calls and keeps what the last release uses', async (name) => {
    const text = readFileSync(`db/migrations/${name}`, 'utf8')
    const problems = isConcurrent(text)
      ? await createIndexesConcurrently(client, text)
      : await findBlockingChanges(client, { text, released: growing, end: 'commit' })
    expect(problems ?? []).toEqual([])
  })
})

function isReleased(name: string) {
  return Object.values(released).some((hashes) => name in hashes)
}

describe('a blocking migration is found', () => {
  test.each([
    ['alter table customer alter column version type numeric', /customer.version is dropped, renamed or retyped/],
    ['alter table customer add column token uuid not null default gen_random_uuid()', /^customer is rewritten/],
    ['alter table setting rename column value to content', /setting.value is dropped, renamed or retyped/],
    ['drop table setting cascade', /^setting is dropped or renamed/],
    ['update membership set updated_at = updated_at', /^membership gets a change of \d+ rows/],
    [
      "update customer set remarks = '' where remarks is null; alter table customer alter column remarks set not null",
      /^customer is scanned for nulls in remarks/m,
    ],
    ['alter table voucher add check (value >= 0)', /voucher.* is validated when it is added/],
    [
      'alter table customer add column friend_id bigint references customer',
      /customer_friend_id_fkey.* is validated when/,
    ],
    [
      'create index customer_name_length on customer (length(full_name))',
      /customer_name_length.* is built while calls wait/,
    ],
    ['alter table point_history add unique (history_id, points)', /point_history.* is built while calls wait/],
  ])('%s', async (text, problem) => {
    expect((await findBlockingChanges(client, { text, released: growing, end: 'rollback' })).join('\n')).toMatch(
      problem,
    )
  })

  test('a constraint that is validated in the file that adds it is found', async () => {
    const text =
      'alter table voucher add constraint later check (value >= 0) not valid; alter table voucher validate constraint later'
    expect((await findBlockingChanges(client, { text, released: growing, end: 'rollback' })).join()).toMatch(
      /^later of voucher .* is validated/,
    )
  })
})

test.each([
  'alter table point_balance validate constraint point_balance_frozen',
  'create table note (note_id bigint primary key, customer_id bigint references customer)',
  'alter table customer add column nickname text, add constraint nickname_length check (length(nickname) < 50) not valid',
  "insert into setting (name, value) values ('a', '1')",
])('a migration that blocks no call is accepted: %s', async (text) => {
  expect(await findBlockingChanges(client, { text, released: growing, end: 'rollback' })).toEqual([])
})
