import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCardGroup } from '#tests/factories/memberships.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { settingNames, settingsCatalogue } from '../contract/catalogue.ts'
import { listSettingChanges, listSettings, resetSetting, updateSetting, updateSettings } from '../contract/settings.ts'
import { appConfig } from '../contract.ts'
import { readSettings } from './setting-rows.ts'

const app = useApp()
beforeEach(() => app.sql('delete from setting'))
const findSetting = async (Name: string) =>
  (await app.call(listSettings, { Search: { Name } })).body.rows.find((row) => row.Name === Name)!

test('settings: the list contains every setting of the catalogue, each with a valid default', async () => {
  const { body } = await app.call(listSettings, {}, staffWith())
  expect(body.rows.map(({ Name }) => Name).sort()).toEqual([...settingNames].sort())
  for (const name of settingNames) {
    expect(settingsCatalogue[name].schema.safeParse(settingsCatalogue[name].default).success).toBe(true)
    expect(await findSetting(name)).toMatchObject({
      Version: 0,
      UpdatedBy: null,
      Description: settingsCatalogue[name].description,
    })
  }
})

test('settings: the API and the page describe each setting with the same English text', () => {
  const { setting } = JSON.parse(readFileSync('areas/setup/web/texts.json', 'utf8')) as {
    setting: Record<string, { about: { en: string } }>
  }
  const differing = settingNames.filter(
    (name) => settingsCatalogue[name].description !== setting[name.replaceAll('.', '_')]!.about.en,
  )
  expect(differing).toEqual([])
})

describe('change of a setting', () => {
  test('setting change: the new value applies at commit, and the history shows the previous and the new value', async () => {
    expect(await app.call(updateSetting, { Name: 'crm.title', Version: 0, Value: 'Emas' })).toMatchObject({
      body: { Value: 'Emas', Version: 1, UpdatedBy: expect.stringContaining('Aisha') },
    })
    expect((await app.call(appConfig, {}, null)).body.Title).toBe('Emas')
    await app.call(updateSetting, { Name: 'crm.title', Version: 1, Value: 'Perak' })
    await app.call(resetSetting, { Name: 'crm.title', Version: 2 })
    expect((await app.call(appConfig, {}, null)).body.Title).toBe('Carat')

    const { body } = await app.call(listSettingChanges, { Name: 'crm.title' })
    expect(body.rows.map(({ Previous, Value }) => [Previous, Value])).toEqual([
      ['Perak', null],
      ['Emas', 'Perak'],
      [null, 'Emas'],
    ])
  })

  test('setting change: the history shows numbers as numbers and lists as lists', async () => {
    await app.call(updateSetting, { Name: 'referral.daysToName', Version: 0, Value: 21 })
    await app.call(updateSetting, { Name: 'languages', Version: 0, Value: ['en', 'ja'] })
    await app.call(updateSetting, { Name: 'points.costPerPoint', Version: 0, Value: '0.0400' })
    const latestValue = async (Name: 'languages') => (await app.call(listSettingChanges, { Name })).body.rows[0]!.Value
    expect(await latestValue('referral.daysToName' as never)).toBe(21)
    expect(await latestValue('languages')).toEqual(['en', 'ja'])
    expect(await latestValue('points.costPerPoint' as never)).toBe('0.0400')
    expect(await readSettings(app)).toMatchObject({ 'referral.daysToName': 21, languages: ['en', 'ja'] })
  })

  test('setting change: of two concurrent first changes one is refused as stale, with the current version', async () => {
    const replies = await Promise.all(
      ['A', 'B'].map((Value) => app.call(updateSetting, { Name: 'company.name', Version: 0, Value })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal).toMatchObject({
      code: 'kit.stale',
      current: { Version: 1 },
    })
  })

  test.each([
    ['currency', 'Ringgit'],
    ['languages', []],
    ['languages', ['en', 'en']],
    ['membership.prefix', 'J1'],
    ['referral.daysToName', -1],
    ['referral.daysToName', '14'],
    ['company.name', '  '],
  ] as const)('setting change: setting %s to %j is rejected', async (Name, Value) => {
    const reply = await app.call(updateSetting, { Name, Version: 0, Value: Value as never })
    expect(reply).toMatchObject({ status: 400, refusal: { details: [{ path: 'Value' }] } })
    expect(await app.sql('select 1 from setting')).toEqual([])
  })

  test('setting change: the caller needs both the role and the privilege', async () => {
    const input = { Name: 'crm.title', Version: 0, Value: 'x' } as const
    expect((await app.call(updateSetting, input, staffWith({ roles: ['Settings'] }))).status).toBe(403)
    expect((await app.call(updateSetting, input, staffWith({ privileges: ['Manage Settings'] }))).status).toBe(403)
  })
})

describe('change of several settings', () => {
  const values = (Values: object, Versions: object = {}) => ({ Values, Versions }) as never

  test('change of several settings: only those with a new value change, each with its own version and history', async () => {
    const input = values({
      'crm.title': 'Emas',
      'sales.daysToAssign': settingsCatalogue['sales.daysToAssign'].default,
      currency: 'SGD',
    })
    const { body } = await app.call(updateSettings, input)
    expect(body.Settings.map(({ Name, Value, Version }) => [Name, Value, Version]).sort()).toEqual([
      ['crm.title', 'Emas', 1],
      ['currency', 'SGD', 1],
    ])
    expect((await app.call(listSettingChanges, { Name: 'sales.daysToAssign' })).body.rows).toEqual([])
  })

  test('change of several settings: if one value is invalid, nothing changes and the error names its field', async () => {
    const reply = await app.call(updateSettings, values({ 'crm.title': 'Emas', 'referral.daysToName': -1 }))
    expect(reply).toMatchObject({ status: 400, refusal: { details: [{ path: 'Values.referral.daysToName' }] } })
    expect(await app.sql('select 1 from setting')).toEqual([])
  })

  test('change of several settings: if another user changed one of them meanwhile, nothing changes', async () => {
    await app.call(updateSetting, { Name: 'currency', Version: 0, Value: 'SGD' })
    const reply = await app.call(updateSettings, values({ 'crm.title': 'Emas', currency: 'USD' }, { currency: 0 }))
    expect(reply).toMatchObject({ status: 409, refusal: { code: 'setup.settings_changed' } })
    expect((await findSetting('crm.title')).Value).toBe('Carat')
    const again = values({ 'crm.title': 'Emas', currency: 'USD' }, { currency: 1 })
    expect((await app.call(updateSettings, again)).status).toBe(200)
  })
})

test('settings: the default replaces a stored value that is no longer valid', async () => {
  await app.db.insertInto('Setting').values({ Name: 'currency', Value: '"Ringgit"' }).execute()
  expect((await app.call(appConfig, {}, null)).body.Currency).toBe('MYR')
})

test('settings: new membership numbers have the configured number of digits', async () => {
  const nextMembershipNo = async () => (await app.sql<{ no: string }>('select next_membership_no() as no'))[0]!.no
  expect(await nextMembershipNo()).toMatch(/^JC\d{9}$/)
  await app.call(updateSetting, { Name: 'membership.digits', Version: 0, Value: 10 })
  expect(await nextMembershipNo()).toMatch(/^JC\d{11}$/)
  expect(await app.call(updateSetting, { Name: 'membership.digits', Version: 1, Value: 13 })).toMatchObject({
    status: 400,
  })
})

test('settings: new membership numbers have the configured prefix, and the configured card group must exist', async () => {
  await app.call(updateSetting, { Name: 'membership.prefix', Version: 0, Value: 'MX' })
  expect((await app.sql<{ no: string }>('select next_membership_no() as no'))[0]!.no).toMatch(/^MX\d{9}$/)
  const request = { Name: 'membership.defaultCardGroup', Version: 0, Value: 'Circle of Pearls' } as const
  expect(await app.call(updateSetting, request)).toMatchObject({
    status: 409,
    refusal: { code: 'setup.no_such_card_group' },
  })
  await createCardGroup(app.db, { Name: 'Circle of Pearls' })
  expect((await app.call(updateSetting, request, hq)).status).toBe(200)
})
