import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { takeComplaints } from '#tests/setup.ts'
import { commands } from './commands.ts'
import { runCommand } from './main.ts'

let said: string[]
beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text))
})
afterEach(() => vi.restoreAllMocks())

test.each([[[]], [['help']], [['--help']]])('with %j every command is shown with a sentence', async (args) => {
  expect(await runCommand(args, {})).toBe(0)
  for (const { name, help } of commands) expect(said.join('\n')).toMatch(new RegExp(`${name}.*${help.slice(0, 20)}`))
})

test('an unknown command ends with 2 and the help', async () => {
  expect(await runCommand(['dance'], {})).toBe(2)
  expect(takeComplaints().join()).toMatch(/There is no command dance[\s\S]*migrate/)
})

test('migrate brings a database up to date', async () => {
  const { url, drop } = await cloneDatabase()
  try {
    expect(await runCommand(['migrate'], { DATABASE_URL: url })).toBe(0)
  } finally {
    await drop()
  }
})

test('wrong settings end with 1 and a sentence', async () => {
  expect(await runCommand(['migrate'], { DATABASE_URL: 'mysql://x' })).toBe(1)
  expect(takeComplaints().join()).toContain('DATABASE_URL must be')
})
