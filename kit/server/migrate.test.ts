import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '#tests/database.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'
import { createSchemaOfBackup, MigrationRefused, migrate, pendingMigrations } from './migrate.ts'
import { detachPartitionsBefore, ensurePartitions } from './partitions.ts'

let database: TestDatabase
let client: pg.Client
let folder: string
let root: URL

/** Creates a database for each test of a group, and opens a connection to the database. */
function useDatabase(make: () => Promise<TestDatabase>) {
  beforeEach(async () => {
    database = await make()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterEach(async () => {
    await client.end()
    await database.drop()
  })
}

const write = async (name: string, text: string) => {
  const file = join(folder, name.includes('/') ? name : `db/migrations/${name}`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
const run = () => migrate({ url: database.url, root })
const rows = async (text: string) => (await client.query(text)).rows

describe('migration of a database', () => {
  useDatabase(emptyDatabase)
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carat-migrate-'))
    root = pathToFileURL(`${folder}/`)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('migrate: each migration file is applied once, in the order of numbers', async () => {
    await write('0002_b.sql', `insert into steps values ('b')`)
    await write('0001_a.sql', `create table steps (step text); insert into steps values ('a')`)
    await run()
    await run()
    expect(await rows('select step from steps')).toEqual([{ step: 'a' }, { step: 'b' }])
  })

  test('migrate: if two programs start at once, one migrates and the other waits', async () => {
    await write('0001_a.sql', `create table steps (step text); select pg_sleep(0.3)`)
    await write('0002_b.sql', `insert into steps values ('b')`)
    await Promise.all([run(), run(), run()])
    expect(await rows('select step from steps')).toEqual([{ step: 'b' }])
  })

  test('migrate: a waiting program logs which program migrates, and fails with a message after the timeout', async () => {
    const holder = new pg.Client({ connectionString: database.url, application_name: 'left behind' })
    await holder.connect()
    try {
      await holder.query('select pg_advisory_lock(4703118)')
      const printed: string[] = []
      const log = (text: string) => printed.push(text)
      const waiting = migrate({ url: database.url, root, log, lockSeconds: 2 })
      await expect(waiting).rejects.toThrow(MigrationRefused)
      await expect(waiting).rejects.toThrow(
        /Another program has been migrating this database for 2 s \(database process \d+, left behind, from .*, idle\)\. Wait for it or end it/,
      )
      expect(printed[0]).toMatch(
        /^Waiting for another program that is migrating this database \(database process \d+, left behind/,
      )
    } finally {
      await holder.end()
    }
    await expect(run()).resolves.toBeUndefined()
  })

  test('migrate: a file that fails is rolled back and reported with the line, and the next run starts with this file', async () => {
    await write('0001_a.sql', `create table steps (step text)`)
    await write('0002_b.sql', `insert into steps values ('half');\ninsert into nowhere values (1)`)
    await expect(run()).rejects.toThrow(/^0002_b\.sql \(line 2\): relation "nowhere" does not exist/)
    expect(await rows('select step from steps')).toEqual([])
    await write('0002_b.sql', `insert into steps values ('whole')`)
    await run()
    expect(await rows('select step from steps')).toEqual([{ step: 'whole' }])
  })

  test.each([
    [
      'an applied file was changed',
      () => write('0001_a.sql', 'create table steps (step integer)'),
      /0001_a\.sql was changed/,
    ],
    ['an applied file is missing', () => rm(join(folder, 'db/migrations/0001_a.sql')), /does not know/],
    ['a new file comes before an applied file', () => write('0000_z.sql', 'select 1'), /comes before 0001_a\.sql/],
  ])('migrate: the start is refused if %s', async (_, change, sentence) => {
    await write('0001_a.sql', 'create table steps (step text)')
    await run()
    await change()
    await expect(run()).rejects.toThrow(MigrationRefused)
    await expect(run()).rejects.toThrow(sentence)
  })

  test('migrate: calls write to a table while a migration waits for the table', async () => {
    await write('0001_a.sql', 'create table steps (step text)')
    await run()
    await write('0002_b.sql', 'alter table steps add column place int')
    const caller = new pg.Client({ connectionString: database.url })
    await caller.connect()
    try {
      await client.query(`begin; insert into steps values ('a long transaction')`)
      const migration = run()
      const waiting = `select from pg_locks where mode = 'AccessExclusiveLock' and not granted and relation = 'steps'::regclass`
      await vi.waitUntil(async () => (await caller.query(waiting)).rows.length > 0, { timeout: 30_000, interval: 10 })
      await caller.query(`insert into steps values ('a call')`)
      await client.query('commit')
      await migration
    } finally {
      await caller.end()
    }
    expect(await rows('select step, place from steps order by 1')).toEqual([
      { step: 'a call', place: null },
      { step: 'a long transaction', place: null },
    ])
  })

  test('migrate: concurrent indexes are built outside a transaction, and one that was interrupted is built again', async () => {
    await write('0001_a.sql', `create table steps (step text); insert into steps values ('a'), ('a')`)
    await run()
    const indexes = () =>
      rows(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
        where indrelid = 'steps'::regclass order by 1`)
    await write(
      '0002_b.sql',
      `-- Finds steps.\ncreate index concurrently steps_a on steps (step);\ncreate unique index concurrently steps_b on steps (step);`,
    )
    await expect(run()).rejects.toThrow('could not create unique index "steps_b"')
    expect(await indexes()).toEqual([
      { name: 'steps_a', valid: true },
      { name: 'steps_b', valid: false },
    ])
    await client.query(`delete from steps where ctid = (select min(ctid) from steps)`)
    await Promise.all([run(), run()])
    expect(await indexes()).toEqual([
      { name: 'steps_a', valid: true },
      { name: 'steps_b', valid: true },
    ])
  })

  test('migrate: a file with concurrent indexes cannot have other statements', async () => {
    await write('0001_a.sql', 'create table steps (step text); create index concurrently steps_a on steps (step)')
    await expect(run()).rejects.toThrow('A file with concurrent indexes has no other statements: create table steps')
  })

  test('migrate: Windows line ends are not a change of a file', async () => {
    await write('0001_a.sql', 'create table steps\n(step text)')
    await run()
    await write('0001_a.sql', 'create table steps\r\n(step text)')
    await expect(run()).resolves.toBeUndefined()
  })

  test('migrate: a changed function is applied again, with all functions of later files', async () => {
    await write('0001_a.sql', 'create table steps (step text)')
    await write('kit/sql/z.sql', `create or replace function answer() returns int language sql as 'select 1'`)
    await write('areas/access/sql/a.sql', `insert into steps values ('b again')`)
    await run()
    await run()
    expect(await rows('select answer(), count(*)::int from steps')).toEqual([{ answer: 1, count: 1 }])
    await write('kit/sql/z.sql', `create or replace function answer() returns int language sql as 'select 2'`)
    await run()
    expect(await rows('select answer(), count(*)::int from steps')).toEqual([{ answer: 2, count: 2 }])
  })

  test('migrate: the rights on tables are applied before the functions of areas, which calls execute at once', async () => {
    await write('0001_a.sql', `create table steps (number serial, step text)`)
    for (const [path, step] of [
      ['db/sql/events.sql', 'events'],
      ['db/sql/rights.sql', 'rights'],
      ['areas/setup/sql/setup.sql', 'area'],
      ['kit/sql/audit.sql', 'kit'],
    ] as const)
      await write(path, `insert into steps (step) values ('${step}')`)
    await run()
    const steps = (await rows('select step from steps order by number')).map(({ step }) => step)
    expect(steps).toEqual(['kit', 'rights', 'area', 'events'])
  })

  test('migrate: if a run fails after a changed function, the next run still applies the functions of all later files', async () => {
    await write('0001_a.sql', 'create table steps (step text)')
    await write('kit/sql/a.sql', 'select 1')
    await write('kit/sql/b.sql', `insert into steps values ('b')`)
    await run()
    await write('kit/sql/a.sql', 'select 2')
    await write('kit/sql/b.sql', 'select nothing_known()')
    await expect(run()).rejects.toThrow('nothing_known')
    await write('kit/sql/b.sql', `insert into steps values ('b')`)
    await run()
    expect(await rows('select count(*)::int from steps')).toEqual([{ count: 2 }])
  })

  test('migrate: a changed composite type is replaced, with all functions that use it', async () => {
    const pair = (attributes: string) => `select define_type('pair', '${attributes}');
      create or replace function first_of(pair pair) returns int language sql as 'select pair.a'`
    await write('0001_a.sql', 'create table steps (step text)')
    await write('kit/sql/a.sql', await readFile(new URL('../sql/types.sql', import.meta.url), 'utf8'))
    await write('kit/sql/b.sql', pair('a int, c text'))
    await write(
      'kit/sql/d.sql',
      `create or replace function pairs() returns setof pair language sql as 'select 1, null::text'`,
    )
    await run()
    await write('kit/sql/b.sql', pair('a int, b date, c text'))
    await write(
      'kit/sql/d.sql',
      `create or replace function pairs() returns setof pair language sql as 'select 1, null::date, null::text'`,
    )
    await run()
    expect(await rows(`select first_of((7, '2026-11-29', 'x')::pair) as first, to_jsonb(pairs()) as pairs`)).toEqual([
      { first: 7, pairs: { a: 1, b: null, c: null } },
    ])
    await client.query('create table pair_rows (pair pair)')
    await write('kit/sql/b.sql', pair('a int'))
    await expect(run()).rejects.toThrow('A table has a column of the type pair: change it by a migration')
  })

  describe('upgrade from a database before the baseline migration', () => {
    const hash = async (name: string) =>
      (await rows(`select hash from schema_migration where name = '${name}'`))[0].hash as string
    /** Simulates the upgrade of a database with two applied files to a version with a baseline and an upgrade file. */
    const release = async () => {
      await write('0001_a.sql', 'create table steps (step text)')
      await write('0002_b.sql', `insert into steps values ('b')`)
      await write('kit/sql/z.sql', `create or replace function answer() returns int language sql as 'select 1'`)
      await run()
      state = `--   0001_a.sql ${await hash('0001_a.sql')}\n--   0002_b.sql ${await hash('0002_b.sql')}\n`
      await rm(join(folder, 'db/migrations'), { recursive: true })
      await write('0001_baseline.sql', 'create table stages (step text)')
      await takeOver('alter table steps rename to stages;\ndrop function answer;\n')
    }
    let state: string
    const takeOver = (text: string) => write('db/migrations/taken-over/0.1.0.sql', state + text)
    const names = () => rows(`select name from schema_migration order by name`)
    const now = [{ name: '0001_baseline.sql' }, { name: 'functions/kit/z.sql' }]

    test('baseline upgrade: runs once, keeps all data and creates the functions again', async () => {
      await release()
      await run()
      await run()
      expect(await rows('select step, answer() from stages')).toEqual([{ step: 'b', answer: 1 }])
      expect(await names()).toEqual(now)
    })

    test('baseline upgrade: runs once even if two programs start at the same time', async () => {
      await release()
      await Promise.all([run(), run()])
      expect(await names()).toEqual(now)
    })

    test('baseline upgrade: a failed upgrade changes nothing', async () => {
      await release()
      await takeOver('alter table steps rename to stages;\ndrop table nowhere;')
      await expect(run()).rejects.toThrow('db/migrations/taken-over/0.1.0.sql: table "nowhere" does not exist')
      expect(await rows('select step, answer() from steps')).toEqual([{ step: 'b', answer: 1 }])
      expect(await names()).toEqual([{ name: '0001_a.sql' }, { name: '0002_b.sql' }, { name: 'functions/kit/z.sql' }])
    })

    test.each([
      ['lacks a migration', `delete from schema_migration where name = '0002_b.sql'`, 'lacks the migration 0002_b.sql'],
      [
        'has a migration with another text',
        `update schema_migration set hash = '' where name = '0001_a.sql'`,
        'lacks the migration 0001_a.sql',
      ],
      [
        'has a later migration',
        `insert into schema_migration values ('0003_c.sql', '')`,
        'has the migration 0003_c.sql',
      ],
    ])('baseline upgrade: a database that %s is refused, with the version to start first', async (_, change, what) => {
      await release()
      await client.query(change)
      await expect(run()).rejects.toThrow(MigrationRefused)
      await expect(run()).rejects.toThrow(
        `The database is not of the last state of version 0.1.0: it ${what}. Start the last release of 0.1.0 on it once, then this one: see “Upgrade and rollback” in docs/operations.md.`,
      )
      expect(await rows('select step from steps')).toEqual([{ step: 'b' }])
    })

    test('migrate: the start is refused after an incomplete restore', async () => {
      await release()
      await client.query(`insert into schema_migration values ('restore-unfinished', '')`)
      await expect(run()).rejects.toThrow('A restore into this database was not completed')
    })
  })

  test('migrate: the program fails at once if the database does not exist', async () => {
    const url = new URL(database.url)
    url.pathname = '/no_such_database'
    // The error comes at once: waiting for an hour would exceed the time limit of the test.
    await expect(migrate({ url: url.href, root, waitSeconds: 3_600 })).rejects.toMatchObject({ code: '3D000' })
  })

  test('migrate: the program waits for a database that is starting, up to the timeout', async () => {
    await write('0001_a.sql', 'create table steps (step text)')
    const proxy = await databaseProxy(database.url)
    await proxy.goAway()
    try {
      await expect(migrate({ url: proxy.url, root, waitSeconds: 0 })).rejects.toThrow(/ECONNREFUSED/)
      const migrating = migrate({ url: proxy.url, root, waitSeconds: 3_600 })
      // The proxy refuses connections until `comeBack`, so the first attempt of the migration fails.
      await expect(new pg.Client({ connectionString: proxy.url }).connect()).rejects.toThrow(/ECONNREFUSED/)
      await proxy.comeBack()
      await migrating
      expect(await rows('select step from steps')).toEqual([])
    } finally {
      await proxy.goAway()
    }
  })

  test('migrate: a run that loses its connection, and with it the lock, begins again and applies each file once', async () => {
    await write('0001_a.sql', 'create table steps (step text)')
    await run()
    await write('0002_b.sql', `lock table steps; insert into steps values ('b')`)
    const proxy = await databaseProxy(database.url)
    const blocker = new pg.Client({ connectionString: database.url })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table steps')
      const messages: string[] = []
      const migrating = migrate({ url: proxy.url, root, log: (text) => messages.push(text) })
      const blocked = `select 1 from pg_locks where not granted and relation = 'steps'::regclass`
      await expect.poll(async () => (await rows(blocked)).length).toBe(1)
      proxy.cut()
      await expect.poll(() => messages.some((text) => text.endsWith('Migrating again'))).toBe(true)
      await blocker.query('commit')
      await migrating
      expect(await rows('select step from steps')).toEqual([{ step: 'b' }])
    } finally {
      await blocker.end()
      await proxy.goAway()
    }
  })
})

describe('migrations of this release', () => {
  useDatabase(cloneDatabase)

  test('migrations: after migrating, no migration is pending', async () => {
    expect(await pendingMigrations((text) => client.query(text))).toEqual([])
    await client.query(`delete from schema_migration where name like '0001%'`)
    expect(await pendingMigrations((text) => client.query(text))).toEqual(['0001_baseline.sql'])
  })

  test('migrations: a backup older than the baseline is refused with the name of the release that can restore it', async () => {
    const old = {
      name: '0001_foundation.sql',
      hash: '87e65cbe18e60d305506b203637d156e993a2eb8f32696f1e437f16684c2d8e7',
    }
    await expect(createSchemaOfBackup(client, [old])).rejects.toThrow(
      'The backup is of version 0.1.0. Restore it with the last release of 0.1.0, then start this one on the database.',
    )
  })

  test('log partitions: each log has partitions for the present and the next three months', async () => {
    const parts = await rows(
      `select relname from pg_class where relname ~ '^(audit_record|audit_log|login_activity)_[0-9]{4}_[0-9]{2}$'`,
    )
    expect(parts).toHaveLength(12)
    await client.query(
      `insert into login_activity (activity_date_time, object_type, object_id, activity_description) values (now(), 'User', '1', 'Signed in')`,
    )
    expect(await rows('select from login_activity_rest')).toHaveLength(0)
    expect(await rows('select from login_activity')).toHaveLength(1)
  })

  test('log partitions: a new partition takes over its rows from the default partition', async () => {
    await client.query(`do $$ declare part text; begin
      for part in select relname from pg_class where relname ~ '^login_activity_[0-9]{4}' and relkind = 'r' loop execute 'drop table ' || part; end loop; end $$`)
    await client.query(`insert into login_activity (activity_date_time, object_type, object_id, activity_description)
      select now() + make_interval(months => months), 'User', months::text, 'Signed in' from generate_series(-1, 3) months`)
    expect(await rows('select from login_activity_rest')).toHaveLength(5)
    await ensurePartitions(client, new Date())
    expect(await rows('select object_id from login_activity_rest')).toEqual([{ object_id: '-1' }])
    expect(await rows('select from login_activity')).toHaveLength(5)
    await client.query(
      `insert into login_activity (activity_date_time, object_type, object_id, activity_description) values (now(), 'User', '9', 'Signed in')`,
    )
  })

  test('log partitions: the application cannot update or delete log rows, not even through a partition', async () => {
    const part = (
      await rows(`select relname from pg_class where relname ~ '^audit_record_[0-9]{4}' and relkind = 'r' limit 1`)
    )[0].relname
    await client.query('set role carat_app')
    for (const statement of [
      `delete from ${part}`,
      `insert into ${part} default values`,
      'delete from audit_record',
      'update audit_log set log_text = $$x$$',
      'truncate login_activity',
      'create table mine (x int)',
    ])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('log partitions: partitions of coming months are created in time, and old ones can be detached', async () => {
    const now = new Date('2040-03-15T00:00:00Z')
    await ensurePartitions(client, now)
    await ensurePartitions(client, new Date('2031-01-05T00:00:00Z'), '2030-12')
    const log = (at: string) =>
      client.query(
        `insert into login_activity (activity_date_time, object_type, object_id, activity_description) values ($1, 'User', '1', 'Signed in')`,
        [at],
      )
    await log('2030-12-31T23:59:59Z')
    await log('2031-01-01T00:00:00Z')
    await log('2040-06-30T23:59:59Z')
    expect(await rows('select from login_activity_rest')).toHaveLength(0)

    await expect(detachPartitionsBefore(client, '2033-04', now)).rejects.toThrow('months before 2033-03 at most')
    await expect(detachPartitionsBefore(client, '2031', now)).rejects.toThrow('Name a month')
    const gone = await detachPartitionsBefore(client, '2031-01', now)
    expect(gone.filter((part) => part.endsWith('_2030_12'))).toEqual([
      'audit_log_2030_12',
      'audit_record_2030_12',
      'contact_log_2030_12',
      'login_activity_2030_12',
    ])
    expect(await rows('select from login_activity')).toHaveLength(2)
    expect(await rows('select from login_activity_2030_12')).toHaveLength(1)
    expect(await detachPartitionsBefore(client, '2031-01', now)).toEqual([])
    await client.query('set role carat_app')
    await expect(client.query('select from login_activity_2030_12')).rejects.toMatchObject({ code: '42501' })
  })
})

test('migrations: no two migrations have the same number', async () => {
  const files = (await readdir('db/migrations')).filter((name) => name.endsWith('.sql'))
  const numbers = files.sort().map((name) => Number(name.slice(0, 4)))
  expect(numbers).toEqual([...new Set(numbers)])
})
