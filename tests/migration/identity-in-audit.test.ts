import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../database.ts'

const migration = readFileSync(
  new URL('../../db/migrations/0043_identity_out_of_the_audit_books.sql', import.meta.url),
  'utf8',
)

test('what older releases wrote into the audit books of files and searches is masked, and nothing else is changed', async () => {
  const clone = await cloneDatabase()
  const client = new pg.Client({ connectionString: clone.url })
  await client.connect()
  try {
    const add = (type: string, info: object, action = 'Add') =>
      client.query(
        `insert into audit_record (audited_at, table_name, object_type, object_id, action_type, updated_by, ${action === 'Delete' ? 'previous_info' : 'updated_info'})
         values (now(), 'x', $1, '1', $2, 'somebody', $3)`,
        [type, action, JSON.stringify(info)],
      )
    const sample = JSON.stringify([['900101-14-5678', '+60123456789', 'a@b.example']])
    await add('ImportJob', { FileName: 'm.csv', Sample: sample })
    await add('ImportJob', { FileName: 'm.csv', Sample: sample }, 'Delete')
    await add('ExportJob', { Path: '/customers', Input: '{"Search": {"Email": "a@b.example"}}' })
    await add('Customer', { FullName: 'AISYAH', Email: 'a@b.example' })
    await client.query(
      `insert into audit_log (logged_at, action_type, object_type, object_id, updated_by, log_text)
       values (now(), 'Export Data', 'ExportJob', '1', 'somebody', 'Filter - {"Search":{"IdNo":"900101145678","Q":"a@b.example","Outlet":"KL1"}}. Columns - Email')`,
    )
    await client.query(migration.replace('create function', 'create or replace function'))
    const records = await client.query(
      'select object_type, coalesce(updated_info, previous_info)::jsonb as info from audit_record order by audit_record_id',
    )
    expect(records.rows).toEqual([
      { object_type: 'ImportJob', info: { FileName: 'm.csv', Sample: '•••' } },
      { object_type: 'ImportJob', info: { FileName: 'm.csv', Sample: '•••' } },
      { object_type: 'ExportJob', info: { Path: '/customers', Input: '{"Search": {"Email": "•••"}}' } },
      { object_type: 'Customer', info: { FullName: 'AISYAH', Email: 'a@b.example' } },
    ])
    expect((await client.query('select log_text from audit_log')).rows).toEqual([
      { log_text: 'Filter - {"Search":{"IdNo":"•••","Q":"•••","Outlet":"KL1"}}. Columns - Email' },
    ])
  } finally {
    await client.end()
    await clone.drop()
  }
})
