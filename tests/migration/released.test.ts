import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Databases were made by these files. The runner refuses a database whose file was changed; here the change itself is refused,
// before anybody has it. Anyone who releases a version adds its new files.
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
    const what = !existsSync(folder + name) ? 'is missing' : hashOf(name) !== hash ? 'was changed' : undefined
    return what
      ? `${name} was released with ${version} and ${what}: databases have it as it was. Put it back, and write what is to be different into a new file with the next number.`
      : []
  })
  expect(wrong).toEqual([])
})

test('the version of the program is the last that was released, and the changelog begins with it', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(released).at(-1)).toBe(version)
  const versions = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[?(\d[\d.]*)/gm)].map(([, number]) => number)
  expect(versions[0]).toBe(version)
})
