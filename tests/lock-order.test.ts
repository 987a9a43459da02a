import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesIn, withoutComments } from './sources.ts'

// Compares the locks of each SQL function with the lock order in docs/architecture.md.

const documented = readFileSync('docs/architecture.md', 'utf8').split('## Order of locks')[1]!.split('\n## ')[0]!
const rankOf = new Map(
  [...documented.matchAll(/^(\d)\. (.*)$/gm)].flatMap(([, rank, line]) =>
    [...line!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, Number(rank)] as const),
  ),
)

const functions = filesIn('areas')
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) =>
    [
      ...withoutComments(file, readFileSync(file, 'utf8')).matchAll(
        /create or replace function (\w+)\(([\s\S]*?)\$\$;/g,
      ),
    ].map(([, name, body]) => ({ name: name!, body: body! })),
  )

/** Returns the names that a function locks, in statement order: by `for update`, and by calls of locking functions. */
const locksOf = (body: string) =>
  body.split(';').flatMap((statement) => {
    const called = [...statement.matchAll(/\b(lock_\w+)\(/g)].map(([, name]) => name!)
    const isLocking = /\bfor (?:no key )?(?:update|share)\b/.test(statement)
    const table = isLocking ? [...statement.matchAll(/\bfrom (\w+)/g)].map(([, name]) => name!) : []
    return [...called, ...table.slice(0, 1)].filter((name) => rankOf.has(name))
  })

test('every SQL function locks rows in the order that the documents state', () => {
  expect(rankOf.size).toBeGreaterThan(10)
  const locking = functions
    .map(({ name, body }) => ({ name, locks: locksOf(body) }))
    .filter(({ locks }) => locks.length > 1)
  expect(locking.length).toBeGreaterThan(5)
  const wrong = locking.filter(({ locks }) =>
    locks.some((lock, index) => index > 0 && rankOf.get(lock)! < rankOf.get(locks[index - 1]!)!),
  )
  expect(wrong).toEqual([])
})
