import { beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import {
  getConsentWording,
  listConsentWordings,
  PREVIOUS_WORDING_VALID_HOURS,
  publishConsentWording,
} from '../../contract/consent-wordings.ts'
import { addConsent, type ConsentDecision, listConsents } from '../../contract/consents.ts'

// Tests of the consent wordings, which customers agree to.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const currentWording = async () => (await app.call(getConsentWording, {})).body
/** Publishes a new wording for the channel Mail; other channels keep their wording. */
async function publish(en: string, BasedOn?: string) {
  const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = await currentWording()
  const texts = { Service, Email, SMS, WhatsApp, Call, Mail: { ...Mail, en } }
  return app.call(
    publishConsentWording,
    { BasedOn: BasedOn ?? Version, ...texts, Remark: 'Requested by our lawyers' },
    hq,
  )
}
const recordConsent = (CustomerId: number, values: Partial<ConsentDecision>) =>
  app.call(addConsent, { CustomerId, Channel: 'Mail', GrantedYN: 'Y', ...values }, hq)

describe('consent wordings', () => {
  test('consent wordings: a new installation has a wording for every channel in every language', async () => {
    const { Version, PublishedBy, Mail, Service } = await currentWording()
    expect({ Version, PublishedBy }).toEqual({ Version: '1', PublishedBy: null })
    expect(Object.keys(Mail).toSorted()).toEqual(['en', 'fr', 'ja', 'zh'])
    expect(Service.en).toMatch(/^I agree that my details are stored/)
  })

  test('consent wordings: publishing creates a new version, and earlier consents still refer to their own wording', async () => {
    const { CustomerId } = await customer(app.db)
    const before = await currentWording()
    await recordConsent(CustomerId, {})
    app.clock.advance(60)

    const { status, body } = await publish('Letters, please.')

    expect({ status, Version: body.Version, PresentYN: body.PresentYN }).toEqual({
      status: 201,
      Version: String(Number(before.Version) + 1),
      PresentYN: 'Y',
    })
    const earlier = await app.call(getConsentWording, { Version: before.Version })
    expect(earlier.body).toEqual({ ...before, PresentYN: 'N' })
    await recordConsent(CustomerId, {})
    const { rows } = (await app.call(listConsents, { Search: { CustomerId, Channel: 'Mail' } })).body
    expect(rows.map(({ WordingVersion, Wording }) => [WordingVersion, Wording?.en])).toEqual([
      [body.Version, 'Letters, please.'],
      [before.Version, before.Mail.en],
    ])
    const list = (await app.call(listConsentWordings, {})).body.rows
    expect(list.slice(0, 2)).toMatchObject([
      { Version: body.Version, PresentYN: 'Y', Remark: 'Requested by our lawyers' },
      { Version: before.Version, PresentYN: 'N' },
    ])
  })

  test('consent wordings: publishing is refused if a language is missing, no text differs, or a newer version exists', async () => {
    const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = await currentWording()
    const texts = { Service, Email, SMS, WhatsApp, Call, Mail }
    const { ja: _, ...others } = Call
    const send = (values: object) => app.call(publishConsentWording, { BasedOn: Version, ...texts, ...values }, hq)
    expect(await send({ Call: others })).toMatchObject({
      status: 400,
      refusal: { code: 'customers.wording_incomplete', params: { Channel: 'Call', Language: 'ja' } },
    })
    expect(await send({})).toMatchObject({ status: 409, refusal: { code: 'customers.wording_same' } })
    const replies = await Promise.all(['One', 'Other'].map((en) => publish(en, Version)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)!.refusal).toMatchObject({
      code: 'customers.wording_stale',
      params: { Code: (await currentWording()).Version },
    })
  })

  test('consent wordings: publishing requires the privilege Manage Settings in addition to the role', async () => {
    const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = await currentWording()
    const texts = { Service, Email, SMS, WhatsApp, Call, Mail: { ...Mail, en: 'Mine' } }
    const outsider = staffWith({ roles: ['Settings'], outlet: 'HQ' })
    expect((await app.call(publishConsentWording, { BasedOn: Version, ...texts }, outsider)).status).toBe(403)
  })
})

describe('consents and their wording', () => {
  test('consent: a consent with an unknown wording is refused and writes nothing', async () => {
    const { CustomerId } = await customer(app.db)
    expect(await recordConsent(CustomerId, { WordingVersion: '2024-01' })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.wording_changed' },
    })
    expect((await app.call(listConsents, { Search: { CustomerId, Channel: 'Mail' } })).body.count).toBe(0)
  })

  test('consent: a wording that was replaced is accepted for a day, and for consents on paper at any time', async () => {
    const { CustomerId } = await customer(app.db)
    const { Version: WordingVersion } = await currentWording()
    await publish('Letters from now on.')
    app.clock.advance(PREVIOUS_WORDING_VALID_HOURS * 3600 - 1)
    expect((await recordConsent(CustomerId, { WordingVersion })).body.WordingVersion).toBe(WordingVersion)
    app.clock.advance(1)
    expect((await recordConsent(CustomerId, { WordingVersion })).refusal.code).toBe('customers.wording_changed')
    const paper = await recordConsent(CustomerId, { WordingVersion, Source: 'Paper form' })
    expect([paper.status, paper.body.WordingVersion]).toEqual([201, WordingVersion])
  })

  test('consent: the language in which the customer read the wording is stored, or null if it is unknown', async () => {
    const { CustomerId } = await customer(app.db)
    expect((await recordConsent(CustomerId, { WordingLanguage: 'ja' })).body.WordingLanguage).toBe('ja')
    app.clock.advance(1)
    expect((await recordConsent(CustomerId, { Source: 'Paper form' })).body.WordingLanguage).toBeNull()
    const { rows } = (await app.call(listConsents, { Search: { CustomerId, Channel: 'Mail' } })).body
    expect(rows.map(({ WordingLanguage }) => WordingLanguage)).toEqual([null, 'ja'])
  })

  test('consent: a withdrawal is accepted even if the wording has changed since the consent', async () => {
    const { CustomerId } = await customer(app.db)
    const { Version } = await currentWording()
    for (const WordingVersion of ['2024-01', null]) {
      const { status, body } = await recordConsent(CustomerId, { GrantedYN: 'N', WordingVersion })
      expect([status, body.WordingVersion]).toEqual([201, Version])
    }
  })

  test('consent: a language without a wording is refused for a consent, and a withdrawal is recorded without language', async () => {
    const { CustomerId } = await customer(app.db)
    await app.sql(`insert into consent_wording_version (version, published_at) values ('9001', now())`)
    await app.sql(
      `insert into consent_wording (version, channel, language, wording)
       select '9001', channel, 'en', wording from consent_wording where version = '1' and language = 'en'`,
    )
    expect((await recordConsent(CustomerId, { WordingLanguage: 'fr' })).refusal.code).toBe('customers.wording_changed')
    expect((await recordConsent(CustomerId, { WordingLanguage: 'fr', GrantedYN: 'N' })).body).toMatchObject({
      WordingVersion: '9001',
      WordingLanguage: null,
    })
    expect((await recordConsent(CustomerId, { WordingLanguage: 'en' })).body.WordingLanguage).toBe('en')
  })
})
