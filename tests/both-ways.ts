import { afterEach, describe, expect, test } from 'vitest'
import type { LargeSettings, Settings } from '#areas/setup/contract/catalogue.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import type { TestApp } from './test-app.ts'

type Values = Settings & LargeSettings
type Way<Name extends keyof Values> = readonly [value: Values[Name], seen: unknown]

/**
 * What a setting changes: one scenario, played at each of at least two values, with what is seen at each of them. Written in
 * the tests of the area that reads the setting, at the top level of the file, where `every-setting.test.ts` finds it by its name.
 */
export function bothWays<Name extends keyof Values>(
  app: TestApp,
  name: Name,
  ways: readonly [Way<Name>, Way<Name>, ...Way<Name>[]],
  scenario: () => Promise<unknown>,
) {
  describe(`the setting ${name}`, () => {
    afterEach(() => app.sql('delete from setting where name = $1', name))

    test('changes what is seen with each value', () => {
      const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size
      expect([distinct(ways.map(([value]) => value)), distinct(ways.map(([, seen]) => seen))]).toEqual([
        ways.length,
        ways.length,
      ])
    })

    test.each(ways)('at %j: %j', async (value, seen) => {
      await app.sql('delete from setting where name = $1', name)
      const { status, refusal } = await app.call(updateSetting, { Name: name, Version: 0, Value: value as never })
      expect([status, refusal?.message]).toEqual([200, undefined])
      expect(await scenario()).toEqual(seen)
    })
  })
}
