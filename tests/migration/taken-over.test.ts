import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#kit/server/migrate.ts'
import { cloneDatabase, emptyDatabase, type TestDatabase } from '../database.ts'
import { catalogueOf } from './catalogue.ts'
import { lastStateBefore } from './last-state.ts'

const connect = async (database: TestDatabase) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return client
}

describe('database of version 0.1.0', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await emptyDatabase()
    client = await connect(database)
    await client.query(lastStateBefore())
    // Adds a function and a trigger of a former release, which upgraded databases may still have.
    await client.query(`create function of_a_former_release() returns trigger language plpgsql as 'begin return new; end';
      create trigger of_a_former_release before insert on customer for each row execute function of_a_former_release();
      insert into building (code, name, building_type_id) values ('KL1', 'Kuala Lumpur', 4);
      insert into customer (full_name, registered_outlet_code, registration_source) values ('NUR AISYAH', 'KL1', 'CRM')`)
    await migrate({ url: database.url })
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('database of version 0.1.0: after the upgrade it has the tables, columns, keys, indexes, functions and rights of a new database', async () => {
    const fresh = await cloneDatabase()
    const freshClient = await connect(fresh)
    try {
      const expected = await catalogueOf(freshClient)
      expect(expected.functions!.length).toBeGreaterThan(100)
      expect(expected.columns!.length).toBeGreaterThan(500)
      expect(await catalogueOf(client)).toEqual(expected)
    } finally {
      await freshClient.end()
      await fresh.drop()
    }
  })

  test('database of version 0.1.0: the upgrade keeps all rows and applies all migrations', async () => {
    expect((await client.query('select full_name from customer')).rows).toEqual([{ full_name: 'NUR AISYAH' }])
    const noted = await client.query(
      `select name from schema_migration where name not like 'functions/%' order by name`,
    )
    const files = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'))
    expect(noted.rows.map(({ name }) => name)).toEqual(files.sort())
  })
})
