import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cliCommands } from '#app/cli/commands.ts'
import { runCommand } from '#app/cli/main.ts'
import { backgroundJobs } from '#app/server/areas.ts'
import { addIdentity } from '#areas/access/contract.ts'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import { programOrigin, setChangeOrigin } from '#kit/server/origin.ts'
import { customer } from './factories/customers.ts'
import { exportInput } from './factories/exports.ts'
import { blackPng, upload } from './factories/media.ts'
import { createCardGroup } from './factories/memberships.ts'
import { createSignInAccount } from './factories/sign-in.ts'
import { hq, useApp } from './harness.ts'

// Every line of the audit log names its actor: a user, a job, a command, or a manual statement.

const sso = { name: 'sso', issuer: 'https://sso.example', clientId: 'carat', clientSecret: 'x' } as const
const app = useApp({ signInProviders: [sso] })
const folder = await mkdtemp(join(tmpdir(), 'carat-who-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

/** Actor and object type of the audit log lines since a moment. */
const linesSince = (since: string) =>
  app.sql<{ who: string | null; object_type: string }>(
    `select distinct updated_by as who, object_type from audit_record where audited_at > $1
     union select distinct updated_by, object_type from audit_log where logged_at > $1`,
    since,
  )
const present = async () => (await app.sql<{ at: string }>('select clock_timestamp()::text as at'))[0]!.at

describe('actor of an audit log line', () => {
  test('audit log line: an actor is set by default, and a line without an actor is refused', async () => {
    const since = await present()
    await app.sql(`insert into setting (name, value) values ('crm.title', '"Emas"')`)
    expect(await linesSince(since)).toEqual([{ who: 'test', object_type: 'Setting' }])
    for (const actorName of [null, ''])
      await expect(
        app.sql(
          `insert into audit_log (logged_at, action_type, object_type, object_id, log_text, updated_by) values (now(), 'x', 'x', 'x', 'x', $1)`,
          actorName,
        ),
      ).rejects.toThrow('audit_log_names_who')
  })

  test('audit log line: a change by a job has the job’s name, and a later change by another actor does not', async () => {
    const since = await present()
    const named = setChangeOrigin(app.database, programOrigin('some-job'))
    await named.pool.query(`update setting set value = $1 where name = 'crm.title'`, ['"Perak"'])
    expect(await linesSince(since)).toEqual([{ who: 'some-job', object_type: 'Setting' }])
    await expect(named.pool.query('select 1 / 0')).rejects.toThrow('division by zero')
    const [unsignedRow] = (
      await app.database.pool.query(
        `select current_setting('carat.origin', true) as origin from generate_series(1, 20)`,
      )
    ).rows
    expect(unsignedRow.origin ?? '').toBe('')
  })
})

test('audit log line: a change by any background job has the job’s name', async () => {
  const { userId } = await createSignInAccount(app)
  await app.call(addIdentity, { UserId: userId, Provider: 'sso', Subject: 'x' })
  await app.sql(`update identity_request set expires_at = now() - interval '30 days'`)
  await customer(app.db)
  await app.call(addExport, exportInput(listCustomers.path, ['FullName']))
  await app.sql(`update export_job set ended_at = now() - interval '30 days'`)
  await upload(app, blackPng(20), { as: hq })
  await app.sql(`update media set created_at = now() - interval '30 days'`)

  const since = await present()
  for (const { name, run } of backgroundJobs) {
    const origin = programOrigin(name)
    const tools: ServerJobContext = {
      origin,
      database: setChangeOrigin(app.database, origin),
      directUrl: app.url,
      clock: app.clock.now,
      timeZone: 'Asia/Kuala_Lumpur',
      services: app.services,
      dataDir: app.services.longWork.dataDir,
      log: () => {},
    }
    await run(tools)
  }

  const lines = await linesSince(since)
  expect(lines.filter(({ who }) => !who)).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      { who: 'forget-expired', object_type: 'IdentityRequest' },
      { who: 'export-files', object_type: 'ExportJob' },
      { who: 'media-clean-up', object_type: 'Media' },
    ]),
  )
})

test('audit log line: a change by any operator command has the command’s name', async () => {
  const { userId, username } = await createSignInAccount(app)
  const file = join(folder, 'customers.csv')
  await writeFile(file, 'FullName,Phone\nSITI NURHALIZA,0123456789\n')
  const map = join(folder, 'map.json')
  await writeFile(
    map,
    JSON.stringify({ columns: { FullName: 'FullName', Phone: 'ContactNo' }, constants: { OutletCode: 'KLCC' } }),
  )
  const env = { DATABASE_URL: app.url, DATA_DIR: folder }
  const argumentsByCommand: Record<string, string[]> = {
    grant: ['grant', username],
    import: ['import', 'customers', '--file', file, '--map', map],
    nightly: ['nightly'],
    prove: ['prove'],
    migrate: ['migrate'],
  }
  // These commands write no audit log of this database.
  const others = ['seed', 'backup', 'restore', 'drill', 'archive', 'erp-check', 'doctor', 'reader', 'parquet']
  expect([...Object.keys(argumentsByCommand), ...others].sort()).toEqual(cliCommands.map(({ name }) => name).sort())

  await createCardGroup(app.db)
  const since = await present()
  const outcomes: [string, number][] = []
  for (const [name, args] of Object.entries(argumentsByCommand)) outcomes.push([name, await runCommand(args, env)])

  expect(outcomes).toEqual(Object.keys(argumentsByCommand).map((name) => [name, 0]))
  const lines = await linesSince(since)
  expect(lines.filter(({ who }) => !who)).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      { who: 'carat grant', object_type: 'User' },
      { who: 'carat grant', object_type: 'UserRole' },
      { who: 'carat import', object_type: 'ImportJob' },
      { who: 'command line', object_type: 'Customer' },
    ]),
  )
  const [account] = await app.sql<{ rights: number }>(
    `select (select count(*) from user_role where user_id = $1)::int + (select count(*) from user_privilege where user_id = $1)::int as rights`,
    userId,
  )
  expect(account!.rights).toBeGreaterThan(60)
})

test('grant command: an unknown user name is reported as an error', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await runCommand(['grant', 'unknown.user'], { DATABASE_URL: app.url, DATA_DIR: folder })).toBe(1)
  expect(complaints.mock.calls.join()).toContain('There is no active account with the user name unknown.user')
})
