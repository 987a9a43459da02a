import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toColumn, toField } from '#kit/server/names.ts'
import { tablesSource } from '../scripts/generate-tables.ts'
import { cloneDatabase } from './database.ts'

test('db/tables.ts says what the migrations made; run `npm run generate` after a new one', async () => {
  const { url, drop } = await cloneDatabase()
  try {
    expect(readFileSync('db/tables.ts', 'utf8')).toBe(await tablesSource(url))
  } finally {
    await drop()
  }
})

test('every column finds its way to the wire name and back', () => {
  const fields = [...readFileSync('db/tables.ts', 'utf8').matchAll(/^ {2}(\w+): /gm)].map(([, field]) => field!)
  expect(fields.length).toBeGreaterThan(100)
  expect(fields.filter((field) => toField(toColumn(field)) !== field)).toEqual([])
})
