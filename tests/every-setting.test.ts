import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '#areas/setup/contract/settings.ts'

// A setting without effect is a promise that nobody keeps: each is changed by a test that sees what follows from it.

const here = 'tests/every-setting.test.ts'
const tests = globSync(['areas/**/*.test.ts', 'kit/**/*.test.ts', 'app/**/*.test.ts', 'tests/**/*.{test,spec}.ts'], {
  exclude: (path) => path.includes('node_modules'),
})
  .filter((file) => file !== here)
  .map((file) => readFileSync(file, 'utf8'))

/** Named in full, or put together after the area's name: `occasions.${name}` with 'careMonths'. */
const isTried = (name: string) => {
  const [area, rest] = name.split('.')
  return tests.some(
    (text) =>
      new RegExp(`['"\`]${name.replace('.', '\\.')}['"\`]`).test(text) ||
      (rest !== undefined && text.includes(`\`${area}.\${`) && text.includes(`'${rest}'`)),
  )
}

test('every setting has a test that changes it', () => {
  expect(settingNames.filter((name) => !isTried(name))).toEqual([])
})
