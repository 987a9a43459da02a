import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDatabaseFigures } from '#app/server/database-gauges.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { checkReplica, checkReplication, checkRole, figuresOf, type Query } from './doctor/database.ts'

// Tests slots and standbys on a PostgreSQL server of its own, because the server of all tests writes no WAL for standbys.

const folder = mkdtempSync(join(tmpdir(), 'carat-doctor-slots-'))
const settings = { wal_level: 'replica', max_wal_senders: '2', max_replication_slots: '2' }
let postgres: EmbeddedPostgres
let client: Client
const query: Query = async (text) => (await client.query(text)).rows

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: folder, throwaway: true, settings })
  await migrate({ url: postgres.url })
  client = new Client({ connectionString: postgres.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const figures = async () => readDatabaseFigures(query)

test('doctor: a slot that nothing reads needs a look and is named, with the WAL that it retains', async () => {
  expect(await checkReplication(query, await figures())).toMatchObject([{ level: 'OK', state: '0 standbys, 0 slots' }])
  await client.query(`select pg_create_physical_replication_slot('carat_copy', true)`)
  const read = await figures()
  expect(await checkReplication(query, read)).toMatchObject([
    { level: 'LOOK', state: expect.stringMatching(/^slot carat_copy is inactive and retains \d+ MB of WAL$/) },
  ])
  expect(figuresOf(read, 'carat_replication_slot_inactive')).toEqual([
    { name: 'carat_replication_slot_inactive', labels: { slot: 'carat_copy' }, value: 1 },
  ])
  const retained = figuresOf(read, 'carat_replication_slot_retained_bytes')[0]!
  expect(await checkReplication(query, [{ ...retained, value: 11e9 }])).toMatchObject([
    { level: 'BAD', state: 'slot carat_copy is inactive and retains 11.0 GB of WAL', runbook: 'caratslotretains' },
  ])
})

test('doctor: a standby that lags is a line of its own', async () => {
  await client.query(`select pg_drop_replication_slot(slot_name) from pg_replication_slots`)
  const lag = (value: number) => [{ name: 'carat_replication_lag_bytes', labels: { standby: 'shop' }, value }] as const
  expect((await checkReplication(query, lag(5e6)))[0]).toMatchObject({ level: 'OK', state: '1 standbys, 0 slots' })
  expect((await checkReplication(query, lag(2e8)))[0]).toMatchObject({
    level: 'LOOK',
    state: 'standby shop lags by 200 MB',
  })
  expect((await checkReplication(query, lag(2e9)))[0]).toMatchObject({ level: 'BAD', runbook: 'caratreplicaaway' })
})

test('doctor: standbys whose lag the login may not see need a look', async () => {
  const unseen: Query = async (text) => (text.includes('pg_stat_replication') ? [{ count: 2 }] : query(text))
  expect(await checkReplication(unseen, [])).toMatchObject([
    { level: 'LOOK', state: '2 standbys show no lag to this login', action: 'Grant it the role pg_monitor.' },
  ])
})

test('doctor: a replica that is no standby or does not answer needs a look', async () => {
  expect(await checkReplica(async () => query, 5)).toMatchObject({ level: 'LOOK', state: 'is no standby' })
  const away = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  expect(await checkReplica(away, 5)).toMatchObject({ level: 'LOOK', state: 'does not answer (ECONNREFUSED)' })
})

test('doctor: a database that takes no changes is BAD', async () => {
  expect(await checkRole(query)).toMatchObject({ level: 'OK' })
  await client.query('set default_transaction_read_only = on')
  expect(await checkRole(query)).toMatchObject({ level: 'BAD', state: expect.stringMatching(/is read only$/) })
  await client.query('set default_transaction_read_only = off')
  const standby: Query = async () => [{ standby: true, version: '18.4', read_only: true }]
  expect(await checkRole(standby)).toMatchObject({
    level: 'BAD',
    state: 'PostgreSQL 18.4 is a standby and takes no changes',
  })
})
