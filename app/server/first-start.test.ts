import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { cloneDatabase } from '#tests/database.ts'
import { loadConfig } from './config.ts'
import { createFirstAccounts } from './first-start.ts'

const folder = mkdtempSync(join(tmpdir(), 'carat-first-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('first start: if two processes start on a new database, one creates the first administrator and both start', async () => {
  const { url, drop } = await cloneDatabase()
  const database = openDatabase({ url, max: 4, applicationName: 'carat first start test' })
  try {
    const start = (name: string) => {
      const config = loadConfig({
        DATABASE_URL: url,
        DATA_DIR: join(folder, name),
        ADMIN_EMAIL: 'first@carat.example',
        PUBLIC_URL: 'https://carat.example',
        SMTP_URL: 'smtp://mail.example',
        SERVER_SECRET: 'f1d3a7c59b2e48061f8d3c7ab95e20466a1bd87f03c92e5d',
      })
      return createFirstAccounts(config, database, url, () => {})
    }
    const names = ['first', 'second', 'third', 'fourth']
    const lines = await Promise.all(names.map(start))
    const makers = names.filter((_, index) => lines[index]!.length > 0)
    expect(makers).toHaveLength(1)
    const link = join(folder, makers[0]!, 'secrets', 'first-administrator')
    expect(readFileSync(link, 'utf8')).toMatch(/^https:\/\/carat\.example\/\S+\n$/)
    expect(statSync(link).mode & 0o777).toBe(0o600)
    const { rows } = await database.pool.query('select username from user_account')
    expect(rows).toEqual([{ username: 'first@carat.example' }])
  } finally {
    await database.end()
    await drop()
  }
})
