import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { settingDefaultsFunction } from '../../../scripts/generate-setting-defaults.ts'
import { settingsCatalogue } from '../contract/catalogue.ts'

const app = useApp()
const read = async (name: string) =>
  (await app.sql<{ value: string }>('select setting_text($1) as value', name))[0]!.value

test('settings: defaults in SQL and in the catalogue are the same; run `npm run generate` after a change', async () => {
  expect(readFileSync('areas/setup/sql/setting_defaults.sql', 'utf8')).toBe(settingDefaultsFunction())
  for (const [name, { default: value }] of Object.entries(settingsCatalogue).filter(
    ([, setting]) => setting.default !== null,
  )) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect([name, (await read(name)).replace(/(?<=[,:]) (?=["[{\d])/g, '')]).toEqual([name, text])
  }
})

test('settings in SQL: a stored value is read, a value of a wrong type gives the default, an unknown name is an error', async () => {
  const store = (value: string) =>
    app.sql(
      `insert into setting (name, value) values ('points.refundGraceDays', $1) on conflict (name) do update set value = excluded.value`,
      value,
    )
  await store('45')
  expect(await read('points.refundGraceDays')).toBe('45')
  await store('"soon"')
  expect(await read('points.refundGraceDays')).toBe(`${settingsCatalogue['points.refundGraceDays'].default}`)
  await expect(read('points.unknown')).rejects.toThrow('There is no setting points.unknown with a default')
})
