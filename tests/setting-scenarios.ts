import { afterEach, describe, expect, test } from 'vitest'
import type { LargeSettingValues, SettingValues } from '#areas/setup/contract/catalogue.ts'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import type { TestApp } from './test-app.ts'

type Values = SettingValues & LargeSettingValues
type Case<Name extends keyof Values> = readonly [value: Values[Name], result: unknown]

/**
 * Tests the effect of a setting: runs one scenario with at least two of its values, and compares the results.
 * Must be called at the top level of a test file, where `every-setting.test.ts` finds the call.
 */
export function testSetting<Name extends keyof Values>(
  app: TestApp,
  name: Name,
  cases: readonly [Case<Name>, Case<Name>, ...Case<Name>[]],
  scenario: () => Promise<unknown>,
) {
  describe(`setting ${name}`, () => {
    afterEach(() => app.sql('delete from setting where name = $1', name))

    test(`setting ${name}: each value has a different result`, () => {
      const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size
      expect([distinct(cases.map(([value]) => value)), distinct(cases.map(([, result]) => result))]).toEqual([
        cases.length,
        cases.length,
      ])
    })

    test.each(cases)('setting with value %j: has the result %j', async (value, result) => {
      await app.sql('delete from setting where name = $1', name)
      const { status, refusal } = await app.call(updateSetting, { Name: name, Version: 0, Value: value as never })
      expect([status, refusal?.message]).toEqual([200, undefined])
      expect(await scenario()).toEqual(result)
    })
  })
}
