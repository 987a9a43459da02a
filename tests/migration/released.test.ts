import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Installed databases were created by these files, so this test fails if a released file changes.
// When you release a version, add its new migration files to released.json.
const released: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL('released.json', import.meta.url), 'utf8'),
)

const folder = 'db/migrations/'
const hashOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(folder + name, 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex')

test('a migration that was released with a version is never changed or removed', () => {
  const files = Object.entries(released).flatMap(([version, hashes]) =>
    Object.entries(hashes).map(([name, hash]) => ({ version, name, hash })),
  )
  expect(files.map(({ name }) => name)).toContain('0001_baseline.sql')
  const wrong = files.flatMap(({ version, name, hash }) => {
    const violation = !existsSync(folder + name) ? 'is missing' : hashOf(name) !== hash ? 'was changed' : undefined
    return violation
      ? `${name} was released with ${version} and ${violation}: databases have it as it was. Put it back, and write what is to be different into a new file with the next number.`
      : []
  })
  expect(wrong).toEqual([])
})

test('the program’s version is the last release, and the changelog begins with it', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(released).at(-1)).toBe(version)
  const versions = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[?(\d[\d.]*)/gm)].map(([, number]) => number)
  expect(versions[0]).toBe(version)
})
