import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { migrate } from '#kit/server/migrate.ts'
import { emptyDatabase } from '#tests/database.ts'
import { registered } from '#tests/factories/customers.ts'
import { building } from '#tests/factories/people.ts'
import { addEarningRules, member } from '#tests/factories/sales.ts'
import { systemWith, useApp } from '#tests/harness.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import { runCommand } from './main.ts'

// Characters with a special meaning in COPY's format.
const odd = 'tab\tline\nreturn\rbackslash\\N \\. é 金'

const app = useApp({
  prepare: async ({ db }) => {
    await addEarningRules(db)
    await member(db)
    await building(db, { Code: 'ODD', Name: odd })
  },
})
const folder = await mkdtemp(join(tmpdir(), 'carat-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let printed: string[]
const drops: (() => Promise<void>)[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const drop of drops.splice(0)) await drop()
})

async function empty() {
  const { url, drop } = await emptyDatabase()
  drops.push(drop)
  return url
}

let number = 0
const till = systemWith('sales:write', 'sales:cancel')
async function sell() {
  const { MembershipNo } = await app.db.selectFrom('Membership').select('MembershipNo').executeTakeFirstOrThrow()
  const line = { ItemCode: 'RING', Brand: 'Carat', Description: 'A ring', ProductGroup: 'RING', UnitPrice: '100.00' }
  const sale = { TransactionType: 'N', InvoiceNo: `B${++number}`, MembershipNo, OutletCode: 'KLCC' } as const
  return app.call(addTransaction, { ...sale, Details: [line] } as never, till)
}

/** A different application name, because a restore refuses while connections named `carat…` exist. */
async function ask(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const backUp = async (to: string, dataDir = folder) => {
  expect(await runCommand(['backup', '--to', to], { DATABASE_URL: app.url, DATA_DIR: dataDir })).toBe(0)
  return to
}
const restore = (from: string, url: string, ...more: string[]) =>
  runCommand(['restore', '--from', from, ...more], { DATABASE_URL: url, DATA_DIR: join(folder, 'restored') })

describe('backup and restore', () => {
  test('backup: a backup made while tills post sales can be restored completely: a balanced ledger, triggers and files', async () => {
    await mkdir(join(folder, 'media'))
    await writeFile(join(folder, 'media', 'ring.webp'), 'a picture')
    expect((await sell()).status).toBe(201)
    const selling = Promise.all(Array.from({ length: 40 }, sell))
    const from = await backUp(join(folder, 'busy.tar'))
    expect((await selling).every(({ status }) => status === 201)).toBe(true)

    const url = await empty()
    expect(await restore(from, url)).toBe(0)

    const [ledgerRows] = await ask(
      url,
      `select (select count(*)::int from transaction_summary) as sales, (select sum(points)::int from point_history) as ledger,
         (select sum(points)::int from point_balance) as balance, (select name from building where code = 'ODD') as odd`,
    )
    expect(ledgerRows.sales).toBeGreaterThan(0)
    expect(ledgerRows).toMatchObject({ odd, ledger: ledgerRows.sales * 10, balance: ledgerRows.sales * 10 })
    expect(printed.join('\n')).toMatch(
      new RegExp(`rows of transaction_summary +${ledgerRows.sales} +${ledgerRows.sales}\n`),
    )
    await expect(ask(url, 'delete from point_history')).rejects.toThrow('append-only')
    await expect(ask(url, `insert into transaction_detail select * from transaction_detail limit 1`)).rejects.toThrow(
      'duplicate key',
    )
    expect(readFileSync(join(folder, 'restored', 'media', 'ring.webp'), 'utf8')).toBe('a picture')
    // The insert works only if the restore also set the sequences.
    await ask(url, `insert into building (code, name, building_type_id) values ('NEW', 'New', 1)`)
  })

  test('restore: customers on the erasure list are erased again, and list entries of another company are ignored', async () => {
    const erased = await registered(app.db, {
      FullName: 'PUAN ROSNAH BINTI KASSIM',
      IdNo: '700101145555',
      IdType: 'NRIC',
    })
    const stays = await registered(app.db, { FullName: 'LIM WEI' })
    const from = await backUp(join(folder, 'before.tar'))
    const list = join(folder, 'erased.jsonl')
    const lines = [
      { CustomerId: erased.CustomerId, CreatedAt: erased.CreatedAt },
      { CustomerId: stays.CustomerId, CreatedAt: '2001-01-01T00:00:00.000Z' },
    ]
    await writeFile(list, lines.map((line) => JSON.stringify(line)).join('\n'))
    const url = await empty()
    expect(await restore(from, url, '--erased', list)).toBe(0)
    expect(printed.join('\n')).toContain(`Erased again: the personal data of customers ${erased.CustomerId}`)
    const rows = await ask(
      url,
      `select full_name, id_no from customer where customer_id in (${erased.CustomerId}, ${stays.CustomerId}) order by customer_id`,
    )
    expect(rows).toEqual([
      { full_name: 'Erased customer', id_no: null },
      { full_name: 'LIM WEI', id_no: stays.IdNo },
    ])
    expect(
      await ask(
        url,
        `select 1 from audit_record where updated_info like '%ROSNAH%' or updated_info like '%700101145555%'`,
      ),
    ).toEqual([])
    expect(await runCommand(['prove'], { DATABASE_URL: url, DATA_DIR: folder })).toBe(0)
    expect(printed).toContain('The audit log is whole.')
  })

  test('restore: a damaged backup is refused, and the database stays unchanged', async () => {
    const from = await backUp(join(folder, 'damaged'))
    const file = join(from, 'data', 'membership.copy.gz')
    const bytes = readFileSync(file)
    bytes[bytes.length - 9]! ^= 1
    writeFileSync(file, bytes)
    const url = await empty()

    expect(await restore(from, url)).toBe(1)
    expect(takePrintedWarnings().join()).toContain('data/membership.copy.gz is not what was written')
    rmSync(file)
    expect(await restore(from, url)).toBe(1)
    expect(takePrintedWarnings().join()).toContain('The backup lacks data/membership.copy.gz')
    expect(await ask(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  })

  test('restore: a database with content is refused without --replace', async () => {
    const from = await backUp(join(folder, 'other.tar'))
    const url = await empty()
    await migrate({ url })
    await ask(url, `insert into building (code, name, building_type_id) values ('OLD', 'Old', 1)`)

    expect(await restore(from, url)).toBe(1)
    expect(takePrintedWarnings().join()).toContain('The database is not empty')
    expect(await ask(url, `select code from building`)).toEqual([{ code: 'OLD' }])
    expect(await restore(from, url, '--replace')).toBe(0)
    expect(await ask(url, `select code from building where code = 'OLD'`)).toEqual([])
  })

  test('backup: --keep deletes only older backups made by the backup command, and each backup is recorded for alerts', async () => {
    const to = join(folder, 'backups')
    await mkdir(to)
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replace(/[:.]/g, '-')
    const [old, young] = [`carat-${day(31)}.tar`, `carat-${day(29)}.tar`]
    for (const name of [old, young, 'carat-notes.tar', 'other-2001-01-01.tar']) await writeFile(join(to, name), '')

    const run = (...more: string[]) =>
      runCommand(['backup', '--to', to, ...more], { DATABASE_URL: app.url, DATA_DIR: folder })
    expect(await run('--keep', 'many')).toBe(2)
    expect(takePrintedWarnings().join()).toContain('--keep takes a number of days')
    expect(await run('--keep', '30')).toBe(0)

    const remaining = await readdir(to)
    expect(remaining).toHaveLength(4)
    expect(remaining).toEqual(expect.arrayContaining([young, 'carat-notes.tar', 'other-2001-01-01.tar']))
    expect(printed.join('\n')).toContain(`Removed ${old}, older than 30 days`)
    const [noted] = await ask(
      app.url,
      `select row_count::int > 0 as rows, made_at > now() - interval '1 minute' as young from backup_run order by backup_run_id desc limit 1`,
    )
    expect(noted).toEqual({ rows: true, young: true })
  })

  test('backup: a new backup never overwrites another backup', async () => {
    const to = await backUp(join(folder, 'once.tar'))
    expect(await runCommand(['backup', '--to', to], { DATABASE_URL: app.url, DATA_DIR: folder })).toBe(1)
    expect(takePrintedWarnings().join()).toContain('exists already')
  })
})

test('restore: no server starts on a database whose restore was interrupted', async () => {
  const url = await empty()
  await ask(
    url,
    `create table schema_migration (name text primary key, hash text not null, applied_at timestamptz not null default now());
     insert into schema_migration (name, hash) values ('restore-unfinished', '')`,
  )
  await expect(migrate({ url })).rejects.toThrow('A restore into this database was not completed')
})
