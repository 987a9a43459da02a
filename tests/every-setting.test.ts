import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '#areas/setup/contract/catalogue.ts'

// Every setting has a test of its effect (`testSetting`), in the area that reads the setting.

const testedSettings = globSync('areas/**/*.test.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^testSetting\(\s*app,\s*'([\w.]+)',/gm)].map(([, name]) => name!),
)

test('the effect of every setting is tested in a scenario', () => {
  expect(settingNames.filter((name) => !testedSettings.includes(name))).toEqual([])
})

test('every setting has exactly one scenario', () => {
  expect(testedSettings.filter((name, index) => testedSettings.indexOf(name) !== index)).toEqual([])
})
