import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '#areas/setup/contract/catalogue.ts'

// A setting without effect is a promise that nobody keeps: of each one a scenario shows what follows from one value and
// what from another (`bothWays`), in the tests of the area that reads it.

const shown = globSync('areas/**/*.test.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^bothWays\(\s*app,\s*'([\w.]+)',/gm)].map(([, name]) => name!),
)

test('of every setting a scenario shows what it changes', () => {
  expect(settingNames.filter((name) => !shown.includes(name))).toEqual([])
})

test('and of each one only one', () => {
  expect(shown.filter((name, place) => shown.indexOf(name) !== place)).toEqual([])
})
