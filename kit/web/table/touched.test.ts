import { expect, test } from 'vitest'
import { mergeRecentChanges } from './touched.ts'

const row = (Code: string, Status = 'Active') => ({ Code, Status })
const codes = (rows: readonly { Code: string }[]) => rows.map(({ Code }) => Code).join('')
const touch = (kind: 'created' | 'deleted', Code: string) => ({
  what: kind,
  row: row(Code, kind === 'deleted' ? 'Deleted' : 'Active'),
  at: 0,
})

test('changed records in a list: a new record comes first, whatever the sort order', () => {
  const { rows, fresh } = mergeRecentChanges([row('A'), row('Z')], [touch('created', 'Z')], 'Code', [])
  expect(codes(rows)).toBe('ZA')
  expect([...fresh]).toEqual(['Z'])
})

test('changed records in a list: a new record is shown even if it belongs on another page', () => {
  expect(codes(mergeRecentChanges([row('A')], [touch('created', 'Z')], 'Code', []).rows)).toBe('ZA')
})

test('changed records in a list: a deleted record stays at its place with the status Deleted', () => {
  const before = [row('A'), row('B'), row('C')]
  const { rows } = mergeRecentChanges([row('A'), row('C'), row('D')], [touch('deleted', 'B')], 'Code', before)
  expect(codes(rows)).toBe('ABCD')
  expect(rows[1]?.Status).toBe('Deleted')
})

test('changed records in a list: a new record that was deleted again is not marked as new', () => {
  const { rows, fresh } = mergeRecentChanges([row('A')], [touch('created', 'Z'), touch('deleted', 'Z')], 'Code', [
    row('Z'),
    row('A'),
  ])
  expect(codes(rows)).toBe('ZA')
  expect(rows[0]?.Status).toBe('Deleted')
  expect(fresh.size).toBe(0)
})
