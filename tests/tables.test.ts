import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toColumnName, toFieldName } from '#kit/server/names.ts'
import { functionsSource } from '../scripts/generate-functions.ts'
import { tablesSource } from '../scripts/generate-tables.ts'
import { cloneDatabase } from './database.ts'

test('db/tables.ts and db/functions.ts match the migrated database; run `npm run generate` after a change', async () => {
  const { url, drop } = await cloneDatabase()
  try {
    expect(readFileSync('db/tables.ts', 'utf8')).toBe(await tablesSource(url))
    expect(readFileSync('db/functions.ts', 'utf8')).toBe(await functionsSource(url))
  } finally {
    await drop()
  }
})

test('every column name can be converted to its name in the API and back', () => {
  const fields = [...readFileSync('db/tables.ts', 'utf8').matchAll(/^ {2}(\w+): /gm)].map(([, field]) => field!)
  expect(fields.length).toBeGreaterThan(100)
  expect(fields.filter((field) => toFieldName(toColumnName(field)) !== field)).toEqual([])
})
