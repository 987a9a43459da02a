import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allContributions } from '#app/web/contributions.ts'

// An empty slot renders nothing and a missing service fails only when its page opens: this test finds both earlier.

const declared = ['areas', 'kit/web']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== 'kit/web/slots.ts')
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bdefine(Slot|Service)<[^']*>\(\s*'([^']+)'/g)].map(([, kind, name]) => ({
      kind: kind!,
      name: name!,
      file,
    })),
  )
const namesOf = (kind: string) => declared.filter((one) => one.kind === kind).map(({ name }) => name)
const countOf = (name: string) =>
  allContributions.filter((one) => one.name === name).reduce((sum, { values }) => sum + values.length, 0)

test('every declared page slot has a contribution', () => {
  expect(namesOf('Slot').length).toBeGreaterThan(10)
  expect(namesOf('Slot').filter((name) => countOf(name) === 0)).toEqual([])
})

test('every declared page service has exactly one provider', () => {
  expect(namesOf('Service').length).toBeGreaterThan(10)
  expect(namesOf('Service').filter((name) => countOf(name) !== 1)).toEqual([])
})

test('every contribution names a declared slot or service by area and export', () => {
  const names = declared.map(({ name }) => name)
  expect(allContributions.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
  const misnamed = declared.filter(({ name, file }) => {
    const [owner, variable] = name.split('.')
    const home = file.startsWith('kit/') ? 'kit' : file.split('/')[1]
    return owner !== home || !readFileSync(file, 'utf8').includes(`export const ${variable} = `)
  })
  expect(misnamed).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
