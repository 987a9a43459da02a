import { expect, test } from 'vitest'
import { withTouched } from './touched.ts'

const row = (Code: string, Status = 'Active') => ({ Code, Status })
const codes = (rows: readonly { Code: string }[]) => rows.map(({ Code }) => Code).join('')
const touch = (what: 'created' | 'deleted', Code: string) => ({
  what,
  row: row(Code, what === 'deleted' ? 'Deleted' : 'Active'),
  at: 0,
})

test('a created record stands first, whatever the order', () => {
  const { rows, fresh } = withTouched([row('A'), row('Z')], [touch('created', 'Z')], 'Code', [])
  expect(codes(rows)).toBe('ZA')
  expect([...fresh]).toEqual(['Z'])
})

test('a created record that the page does not hold is shown all the same', () => {
  expect(codes(withTouched([row('A')], [touch('created', 'Z')], 'Code', []).rows)).toBe('ZA')
})

test('a deleted record stays where it was, as Deleted', () => {
  const before = [row('A'), row('B'), row('C')]
  const { rows } = withTouched([row('A'), row('C'), row('D')], [touch('deleted', 'B')], 'Code', before)
  expect(codes(rows)).toBe('ABCD')
  expect(rows[1]?.Status).toBe('Deleted')
})

test('a record that was created and deleted again is not shown as new', () => {
  const { rows, fresh } = withTouched([row('A')], [touch('created', 'Z'), touch('deleted', 'Z')], 'Code', [
    row('Z'),
    row('A'),
  ])
  expect(codes(rows)).toBe('ZA')
  expect(rows[0]?.Status).toBe('Deleted')
  expect(fresh.size).toBe(0)
})
