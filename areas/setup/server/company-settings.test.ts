import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothWays } from '#tests/both-ways.ts'
import { useApp } from '#tests/harness.ts'
import type { SettingName } from '../contract/catalogue.ts'
import { LOGO_KB } from '../contract/company-settings.ts'
import { listSettingChanges, listSettings, resetSetting, updateSetting } from '../contract/settings.ts'
import { appConfig, legalText } from '../contract.ts'
import { settings } from './setting-rows.ts'

const app = useApp()
beforeEach(() => app.sql('delete from setting'))

const set = async (Name: SettingName, Value: unknown, Version = 0) =>
  app.call(updateSetting, { Name, Version, Value: Value as never })

// One transparent point.
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const logo = `data:image/png;base64,${picture}`
let server: string
beforeAll(async () => {
  server = await app.listen()
})
const fetched = (path: string) => fetch(server + path)
const address = async () => (await app.call(appConfig, {}, null)).body.Logo

describe('the company’s logo', () => {
  test('is shown to everybody, at an address that changes with it, and is gone when it is reset', async () => {
    expect(await address()).toBeNull()
    expect((await fetched('/company/logo')).status).toBe(404)
    expect(await set('company.logo', logo)).toMatchObject({ status: 200, body: { Value: logo } })
    expect(await address()).toBe('/company/logo?v=1')
    const reply = await fetched('/company/logo?v=1')
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(Buffer.from(await reply.arrayBuffer()).toString('base64')).toBe(picture)
    await set('company.logo', logo, 1)
    expect(await address()).toBe('/company/logo?v=2')
    await app.call(resetSetting, { Name: 'company.logo', Version: 2 })
    expect(await address()).toBeNull()
  })

  test.each([
    ['an address that would have to be fetched', 'https://other.example/logo.png'],
    ['a drawing, which could bring a script', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['a page that calls itself a picture', `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`],
    ['more than it may weigh', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(LOGO_KB * 1400)}`],
  ])('is never %s', async (_, value) => {
    expect(await set('company.logo', value)).toMatchObject({ status: 400, refusal: { details: [{ path: 'Value' }] } })
  })
})

describe('the company’s own terms and privacy notice', () => {
  const shown = async (Which: 'terms' | 'privacy', LanguageCode: 'en' | 'ja' = 'en') =>
    (await app.call(legalText, { Which, LanguageCode }, null)).body

  test('take the place of the usual text, in the reader’s language or else in English', async () => {
    expect(await shown('terms')).toEqual({ Text: null, LanguageCode: null })
    await set('legal.terms', { en: '# Returns\n\nWithin 14 days.', fr: 'Sous 14 jours.' })
    await set('legal.privacy', { ja: '個人情報について' })
    expect(await shown('terms', 'ja')).toEqual({ Text: '# Returns\n\nWithin 14 days.', LanguageCode: 'en' })
    expect(await shown('privacy', 'ja')).toEqual({ Text: '個人情報について', LanguageCode: 'ja' })
    expect(await shown('privacy')).toEqual({ Text: '個人情報について', LanguageCode: 'ja' })
    const { body } = await app.call(listSettingChanges, { Name: 'legal.privacy' })
    expect(body.rows).toMatchObject([{ Previous: null, Value: { ja: '個人情報について' } }])
  })

  test('are no language that pages do not have, and not empty', async () => {
    for (const value of [{ de: 'Hallo' }, { en: '  ' }, 'words'])
      expect((await set('legal.terms', value)).status).toBe(400)
  })
})

test('pictures and long texts are no part of what every call reads of the settings', async () => {
  await set('company.logo', logo)
  expect(Object.keys(await settings(app))).not.toContain('company.logo')
  const { body } = await app.call(listSettings, { Search: { Name: 'company.logo' } })
  expect(body.rows).toMatchObject([{ Value: logo }])
})

const config = async () => (await app.call(appConfig, {}, null)).body
const nextNumber = async () => (await app.sql<{ no: string }>('select next_membership_no() as no'))[0]!.no
const legal = async (Which: 'terms' | 'privacy') =>
  (await app.call(legalText, { Which, LanguageCode: 'en' }, null)).body.Text

bothWays(
  app,
  'company.name',
  [
    ['Emas Berhad', 'Emas Berhad'],
    ['Perak Berhad', 'Perak Berhad'],
  ],
  async () => (await config()).Company,
)

bothWays(
  app,
  'crm.title',
  [
    ['Counter', 'Counter'],
    ['Back office', 'Back office'],
  ],
  async () => (await config()).Title,
)

bothWays(
  app,
  'currency',
  [
    ['MYR', 'MYR'],
    ['SGD', 'SGD'],
  ],
  async () => (await config()).Currency,
)

bothWays(
  app,
  'languages',
  [
    [
      ['en', 'fr'],
      ['en', 'fr'],
    ],
    [['ja'], ['ja']],
  ],
  async () => (await config()).Languages,
)

bothWays(
  app,
  'membership.prefix',
  [
    ['JC', 'JC'],
    ['EMAS', 'EMAS'],
  ],
  async () => (await nextNumber()).replace(/\d/g, ''),
)

// And a check digit.
bothWays(
  app,
  'membership.digits',
  [
    [6, 7],
    [12, 13],
  ],
  async () => (await nextNumber()).replace(/\D/g, '').length,
)

bothWays(
  app,
  'company.logo',
  [
    [null, [null, 404]],
    [logo, ['/company/logo?v=1', 200]],
  ],
  async () => [await address(), (await fetched('/company/logo')).status],
)

bothWays(
  app,
  'legal.terms',
  [
    [{}, null],
    [{ en: 'Returns within 14 days.' }, 'Returns within 14 days.'],
  ],
  () => legal('terms'),
)

bothWays(
  app,
  'legal.privacy',
  [
    [{}, null],
    [{ en: 'Kept for seven years.' }, 'Kept for seven years.'],
  ],
  () => legal('privacy'),
)
