import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import type { SettingName } from '../contract/catalogue.ts'
import { LOGO_SIZE_MAX_KB } from '../contract/company-settings.ts'
import { listSettingChanges, listSettings, resetSetting, updateSetting } from '../contract/settings.ts'
import { appConfig, legalText } from '../contract.ts'
import { readSettings } from './setting-rows.ts'

const app = useApp()
beforeEach(() => app.sql('delete from setting'))

const setSetting = async (Name: SettingName, Value: unknown, Version = 0) =>
  app.call(updateSetting, { Name, Version, Value: Value as never })

// A PNG with one transparent pixel.
const pngBase64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const logo = `data:image/png;base64,${pngBase64}`
let server: string
beforeAll(async () => {
  server = await app.listen()
})
const fetchFile = (path: string) => fetch(server + path)
const logoUrl = async () => (await app.call(appConfig, {}, null)).body.Logo

describe('company logo', () => {
  test('company logo: anyone can load it, a new logo gets a new URL, and a reset removes it', async () => {
    expect(await logoUrl()).toBeNull()
    expect((await fetchFile('/company/logo')).status).toBe(404)
    expect(await setSetting('company.logo', logo)).toMatchObject({ status: 200, body: { Value: logo } })
    expect(await logoUrl()).toBe('/company/logo?v=1')
    const reply = await fetchFile('/company/logo?v=1')
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(Buffer.from(await reply.arrayBuffer()).toString('base64')).toBe(pngBase64)
    await setSetting('company.logo', logo, 1)
    expect(await logoUrl()).toBe('/company/logo?v=2')
    await app.call(resetSetting, { Name: 'company.logo', Version: 2 })
    expect(await logoUrl()).toBeNull()
  })

  test.each([
    ['a URL', 'https://other.example/logo.png'],
    ['an SVG, which may contain a script', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['HTML declared as an image', `data:image/png;base64,${Buffer.from('<html>').toString('base64')}`],
    ['an image above the size limit', `data:image/png;base64,iVBORw0KGgo${'A'.repeat(LOGO_SIZE_MAX_KB * 1400)}`],
  ])('company logo: the API rejects %s', async (_, value) => {
    expect(await setSetting('company.logo', value)).toMatchObject({
      status: 400,
      refusal: { details: [{ path: 'Value' }] },
    })
  })
})

describe('company’s own terms and privacy notice', () => {
  const legalReply = async (Which: 'terms' | 'privacy', LanguageCode: 'en' | 'ja' = 'en') =>
    (await app.call(legalText, { Which, LanguageCode }, null)).body

  test('legal texts: a company’s text replaces the standard text, in the reader’s language if available, else in English', async () => {
    expect(await legalReply('terms')).toEqual({ Text: null, LanguageCode: null })
    await setSetting('legal.terms', { en: '# Returns\n\nWithin 14 days.', fr: 'Sous 14 jours.' })
    await setSetting('legal.privacy', { ja: '個人情報について' })
    expect(await legalReply('terms', 'ja')).toEqual({ Text: '# Returns\n\nWithin 14 days.', LanguageCode: 'en' })
    expect(await legalReply('privacy', 'ja')).toEqual({ Text: '個人情報について', LanguageCode: 'ja' })
    expect(await legalReply('privacy')).toEqual({ Text: '個人情報について', LanguageCode: 'ja' })
    const { body } = await app.call(listSettingChanges, { Name: 'legal.privacy' })
    expect(body.rows).toMatchObject([{ Previous: null, Value: { ja: '個人情報について' } }])
  })

  test('legal texts: a company’s text must be in a language of the program and not empty', async () => {
    for (const value of [{ de: 'Hallo' }, { en: '  ' }, 'words'])
      expect((await setSetting('legal.terms', value)).status).toBe(400)
  })
})

test('settings: images and long texts are not read with the other settings', async () => {
  await setSetting('company.logo', logo)
  expect(Object.keys(await readSettings(app))).not.toContain('company.logo')
  const { body } = await app.call(listSettings, { Search: { Name: 'company.logo' } })
  expect(body.rows).toMatchObject([{ Value: logo }])
})

const config = async () => (await app.call(appConfig, {}, null)).body
const nextNumber = async () => (await app.sql<{ no: string }>('select next_membership_no() as no'))[0]!.no
const legal = async (Which: 'terms' | 'privacy') =>
  (await app.call(legalText, { Which, LanguageCode: 'en' }, null)).body.Text

testSetting(
  app,
  'company.name',
  [
    ['Emas Berhad', 'Emas Berhad'],
    ['Perak Berhad', 'Perak Berhad'],
  ],
  async () => (await config()).Company,
)

testSetting(
  app,
  'crm.title',
  [
    ['Counter', 'Counter'],
    ['Back office', 'Back office'],
  ],
  async () => (await config()).Title,
)

testSetting(
  app,
  'currency',
  [
    ['MYR', 'MYR'],
    ['SGD', 'SGD'],
  ],
  async () => (await config()).Currency,
)

testSetting(
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

testSetting(
  app,
  'membership.prefix',
  [
    ['JC', 'JC'],
    ['EMAS', 'EMAS'],
  ],
  async () => (await nextNumber()).replace(/\d/g, ''),
)

// Generated membership numbers have a check digit in addition to the configured digits.
testSetting(
  app,
  'membership.digits',
  [
    [6, 7],
    [12, 13],
  ],
  async () => (await nextNumber()).replace(/\D/g, '').length,
)

testSetting(
  app,
  'company.logo',
  [
    [null, [null, 404]],
    [logo, ['/company/logo?v=1', 200]],
  ],
  async () => [await logoUrl(), (await fetchFile('/company/logo')).status],
)

testSetting(
  app,
  'legal.terms',
  [
    [{}, null],
    [{ en: 'Returns within 14 days.' }, 'Returns within 14 days.'],
  ],
  () => legal('terms'),
)

testSetting(
  app,
  'legal.privacy',
  [
    [{}, null],
    [{ en: 'Kept for seven years.' }, 'Kept for seven years.'],
  ],
  () => legal('privacy'),
)
