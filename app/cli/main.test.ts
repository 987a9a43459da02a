import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cloneDatabase, emptyDatabase } from '#tests/database.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import { cliCommands } from './commands.ts'
import { runCommand } from './main.ts'

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})
afterEach(() => vi.restoreAllMocks())

test.each([[[]], [['help']], [['--help']]])(
  'command line: the arguments %j list every command with a sentence',
  async (args) => {
    expect(await runCommand(args, {})).toBe(0)
    for (const { name, help } of cliCommands)
      expect(printed.join('\n')).toMatch(new RegExp(`${name}.*${help.slice(0, 20)}`))
  },
)

test('command line: an unknown command exits with 2 and shows the help', async () => {
  expect(await runCommand(['dance'], {})).toBe(2)
  expect(takePrintedWarnings().join()).toMatch(/There is no command dance[\s\S]*migrate/)
})

test('command line: migrate brings a database up to date', async () => {
  const { url, drop } = await cloneDatabase()
  try {
    expect(await runCommand(['migrate'], { DATABASE_URL: url })).toBe(0)
  } finally {
    await drop()
  }
})

test('command line: invalid settings exit with 1 and a message', async () => {
  expect(await runCommand(['migrate'], { DATABASE_URL: 'mysql://x' })).toBe(1)
  expect(takePrintedWarnings().join()).toContain('DATABASE_URL must be')
})

describe('commands that need a database with data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carat-none-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'postcodes.csv')
  writeFileSync(file, 'Postcode,City,State\n')
  const all = [
    ['prove'],
    ['nightly'],
    ['backup', '--to', join(folder, 'backup.tar')],
    ['import', 'postcodes', '--file', file],
    ['archive', '--before', '2019-01'],
    ['reader', 'metabase'],
    ['parquet', '--out', join(folder, 'files')],
  ]

  test.each(all)('command line: %s needs existing data and creates no database', async (...args) => {
    const DATA_DIR = join(folder, 'nothing')
    expect(await runCommand(args, { DATA_DIR })).toBe(1)
    expect(takePrintedWarnings().join()).toContain(`There is no database in DATA_DIR ${DATA_DIR}. Set DATA_DIR`)
    expect(existsSync(DATA_DIR)).toBe(false)
    expect(existsSync(join(folder, 'backup.tar'))).toBe(false)
  })

  test.each(all)('command line: %s refuses an empty database and leaves the database unchanged', async (...args) => {
    const { url, drop } = await emptyDatabase()
    try {
      expect(await runCommand(args, { DATABASE_URL: url, DATA_DIR: folder })).toBe(1)
      expect(takePrintedWarnings().join()).toContain('holds no data of Carat')
      expect(printed).toEqual([])
    } finally {
      await drop()
    }
  })
})
