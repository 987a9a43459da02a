import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeOf, files, filesIn, sources, withoutComments } from './sources.ts'
import { filledByImports, foreignTableWriters, writersOfTable, writtenByNoArea } from './table-owners.ts'

// Checks where SQL is declared, and which code writes which table.

test('SQL functions and triggers are declared in files of areas, not in migrations', () => {
  const migrations = filesIn('db/migrations').filter((file) => /^db\/migrations\/[^/]+\.sql$/.test(file))
  expect(migrations.length).toBeGreaterThan(0)
  const created = /\bcreate (?:or replace )?(?:constraint )?(?:function|procedure|trigger)\b/i
  const withFunctions = migrations.filter((file) => created.test(withoutComments(file, readFileSync(file, 'utf8'))))
  // Indexes depend on these functions, so only functions with the same results can replace them without new indexes.
  expect(withFunctions).toEqual(['db/migrations/0157_folded_names.sql', 'db/migrations/0234_faster_folded_text.sql'])
})

test('every table is written by only one area', () => {
  expect(writersOfTable.size).toBeGreaterThan(60)
  const tables = [...writersOfTable].map(([table, writers]) => {
    const excused = Object.keys(foreignTableWriters[table] ?? {})
    return {
      table,
      owners: [...writers].filter((area) => !excused.includes(area)),
      unneeded: excused.filter((area) => !writers.has(area)),
    }
  })
  expect(
    tables.filter(
      ({ owners, table }) => owners.length !== (table in writtenByNoArea || table in filledByImports ? 0 : 1),
    ),
  ).toEqual([])
  expect(tables.filter(({ unneeded }) => unneeded.length > 0)).toEqual([])
  expect(
    [...Object.keys(foreignTableWriters), ...Object.keys(writtenByNoArea)].filter((one) => !writersOfTable.has(one)),
  ).toEqual([])
})

test('only functions of the ledger write ledger entries and add up balances', () => {
  const reasons = new Map([
    [
      'areas/points/sql/ledger.sql',
      'write_entries and write_takings, which all others call; a lot paid back is marked as reversed',
    ],
    ['areas/points/sql/allowances.sql', 'the reserved points, by a trigger on the allowances'],
    ['areas/points/sql/merge.sql', 'closes and opens the account of a merged number, no totals'],
    ['app/demo/large.ts', 'millions of generated rows for benchmarks, written as a COPY would'],
    ['areas/merges/server/steps.ts', 'an empty balance, to be locked'],
    ['areas/points/server/adjustments/undo-adjustment.ts', 'marks an adjustment as deleted, no points'],
    ['areas/points/server/adjustments/update-adjustment.ts', 'what an adjustment says of itself, no points'],
  ])
  const functions = filesIn('areas', 'kit', 'db').filter(
    (file) => file.endsWith('.sql') && !file.startsWith('db/migrations/'),
  )
  const textOf = (file: string) =>
    sources.has(file) ? codeOf(file) : withoutComments(file, readFileSync(file, 'utf8'))
  const writes =
    /(?:insert into|update|merge into|(?:insertInto|updateTable)\(')\s*(?:point_(?:history|allocation|balance)|Point(?:History|Allocation|Balance))\b/i
  const writers = [...files, ...functions].filter((file) => writes.test(textOf(file)))
  expect(writers.sort()).toEqual([...reasons.keys()].sort())
})
