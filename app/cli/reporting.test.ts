import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openClient } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from '#tests/database.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import { runCommand } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'carat-reporting-'))
const name = `cli_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let env: NodeJS.ProcessEnv
let printed: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  env = { DATABASE_URL: database.url, DATA_DIR: folder, BUSINESS_TIME_ZONE: 'Europe/Paris' }
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})

describe('command line for analysts', () => {
  test('command line: reader stores the password in a file for the server’s user, and the login reads the business zone', async () => {
    expect(await runCommand(['reader', name], env)).toBe(0)
    const file = join(folder, 'secrets', `reader-${name}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const password = readFileSync(file, 'utf8').trim()
    expect(printed.join('\n')).toContain(`carat_analyst_${name}, without amounts`)
    expect(printed.join('\n')).not.toContain(password)
    const address = new URL(database.url)
    address.username = `carat_analyst_${name}`
    address.password = password
    const client = await openClient(address.href, 'test')
    expect((await client.query('select business_zone from company')).rows).toEqual([{ business_zone: 'Europe/Paris' }])
    await expect(client.query('select * from sale_amounts')).rejects.toMatchObject({ code: '42501' })
    await client.end()

    expect(await runCommand(['reader', name, '--remove'], env)).toBe(0)
    expect(existsSync(file)).toBe(false)
    expect(await runCommand(['reader', name, '--remove'], env)).toBe(1)
    expect(takePrintedWarnings().join()).toContain(`There is no login carat_analyst_${name}`)
  })

  test('command line: parquet writes files and a manifest to the folder', async () => {
    const out = join(folder, 'files')
    expect(await runCommand(['parquet', '--out', out], env)).toBe(0)
    expect(readdirSync(out)).toContain('manifest.json')
    expect(readdirSync(out).some((file) => /^customer\.[0-9a-f]{16}\.parquet$/.test(file))).toBe(true)
    expect(readdirSync(out).some((file) => file.includes('_amounts'))).toBe(false)
    expect(printed.at(-1)).toMatch(/^\d+ files with \d+ rows: \d+ written, 0 unchanged, 0 deleted$/)
  })

  test.each([
    [['reader']],
    [['reader', 'Ana']],
    [['reader', 'ana', 'lim']],
    [['reader', 'ana', '--amounts', '--remove']],
    [['parquet', '--from', '2026-13']],
    [['parquet', '--from', '2026-02', '--to', '2026-01']],
  ])('command line: the arguments %j are refused with the usage', async (args) => {
    expect(await runCommand(args, env)).toBe(2)
    expect(takePrintedWarnings().join()).toMatch(/NAME \[--amounts\]|--from YYYY-MM/)
  })
})
