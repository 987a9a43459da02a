import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('ASVS table: each requirement has one row with a state', () => {
  expect(rows.length).toBeGreaterThan(200)
  const numbers = rows.map(([number]) => number)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  const states = ['met', 'partly', 'not met', 'operator', 'not applicable']
  expect(rows.filter((row) => row.length !== 4 || !states.includes(row[2]!) || row[3] === '')).toEqual([])
})

test('ASVS table: each named file exists', () => {
  const files = rows.flatMap(([, , , proof]) => [...proof!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test('ASVS table: the head states the right numbers', () => {
  const count = (state: string) => rows.filter((row) => row[2] === state).length
  expect(text).toContain(
    `Of ${rows.length} requirements, ${count('met')} are met, ${count('partly')} partly, ${count('not met')} not met, ` +
      `${count('operator')} depend on the operator, and ${count('not applicable')} do not apply.`,
  )
})
