import { beforeEach, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { EARLIER_WORDING_HOURS, getWording, listWordings, publishWording } from '../../contract/consent-wordings.ts'
import { addConsent, type ConsentGiven, listConsents } from '../../contract/consents.ts'

// What customers agree to, word for word.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(() => app.clock.set(at))

const present = async () => (await app.call(getWording, {})).body
/** A new wording of the channel for letters; all others as they are. */
async function publish(en: string, BasedOn?: string) {
  const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = await present()
  const texts = { Service, Email, SMS, WhatsApp, Call, Mail: { ...Mail, en } }
  return app.call(publishWording, { BasedOn: BasedOn ?? Version, ...texts, Remark: 'Our lawyers asked for it' }, hq)
}
const say = (CustomerId: number, values: Partial<ConsentGiven>) =>
  app.call(addConsent, { CustomerId, Channel: 'Mail', GrantedYN: 'Y', ...values }, hq)

describe('a wording', () => {
  test('is there from the beginning, of every channel in every language', async () => {
    const { Version, PublishedBy, Mail, Service } = await present()
    expect({ Version, PublishedBy }).toEqual({ Version: '1', PublishedBy: null })
    expect(Object.keys(Mail).toSorted()).toEqual(['en', 'fr', 'ja', 'zh'])
    expect(Service.en).toMatch(/^I agree that my details are stored/)
  })

  test('is published as a new version; the earlier one stays, and each consent shows the words it was given to', async () => {
    const { CustomerId } = await customer(app.db)
    const before = await present()
    await say(CustomerId, {})
    app.clock.advance(60)

    const { status, body } = await publish('Letters, please.')

    expect({ status, Version: body.Version, PresentYN: body.PresentYN }).toEqual({
      status: 201,
      Version: String(Number(before.Version) + 1),
      PresentYN: 'Y',
    })
    const earlier = await app.call(getWording, { Version: before.Version })
    expect(earlier.body).toEqual({ ...before, PresentYN: 'N' })
    await say(CustomerId, {})
    const { rows } = (await app.call(listConsents, { Search: { CustomerId, Channel: 'Mail' } })).body
    expect(rows.map(({ WordingVersion, Wording }) => [WordingVersion, Wording?.en])).toEqual([
      [body.Version, 'Letters, please.'],
      [before.Version, before.Mail.en],
    ])
    const list = (await app.call(listWordings, {})).body.rows
    expect(list.slice(0, 2)).toMatchObject([
      { Version: body.Version, PresentYN: 'Y', Remark: 'Our lawyers asked for it' },
      { Version: before.Version, PresentYN: 'N' },
    ])
  })

  test('is refused where a language is missing, where nothing differs, and where another was published meanwhile', async () => {
    const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = await present()
    const texts = { Service, Email, SMS, WhatsApp, Call, Mail }
    const { ja: _, ...others } = Call
    const send = (values: object) => app.call(publishWording, { BasedOn: Version, ...texts, ...values }, hq)
    expect(await send({ Call: others })).toMatchObject({
      status: 400,
      refusal: { code: 'customers.wording_incomplete', params: { Channel: 'Call', Language: 'ja' } },
    })
    expect(await send({})).toMatchObject({ status: 409, refusal: { code: 'customers.wording_same' } })
    const both = await Promise.all(['One', 'Other'].map((en) => publish(en, Version)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.refusal).toMatchObject({
      code: 'customers.wording_stale',
      params: { Code: (await present()).Version },
    })
  })

  test('is published by who manages settings', async () => {
    const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = await present()
    const texts = { Service, Email, SMS, WhatsApp, Call, Mail: { ...Mail, en: 'Mine' } }
    const outsider = staffWith({ roles: ['Settings'], outlet: 'HQ' })
    expect((await app.call(publishWording, { BasedOn: Version, ...texts }, outsider)).status).toBe(403)
  })
})

describe('a consent', () => {
  test('to a wording that was never published is refused, and leaves nothing behind', async () => {
    const { CustomerId } = await customer(app.db)
    expect(await say(CustomerId, { WordingVersion: '2024-01' })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.wording_changed' },
    })
    expect((await app.call(listConsents, { Search: { CustomerId, Channel: 'Mail' } })).body.count).toBe(0)
  })

  test('to the wording of before counts for a day after it changed, and on paper for ever', async () => {
    const { CustomerId } = await customer(app.db)
    const { Version: WordingVersion } = await present()
    await publish('Letters from now on.')
    app.clock.advance(EARLIER_WORDING_HOURS * 3600 - 1)
    expect((await say(CustomerId, { WordingVersion })).body.WordingVersion).toBe(WordingVersion)
    app.clock.advance(1)
    expect((await say(CustomerId, { WordingVersion })).refusal.code).toBe('customers.wording_changed')
    const paper = await say(CustomerId, { WordingVersion, Source: 'Paper form' })
    expect([paper.status, paper.body.WordingVersion]).toEqual([201, WordingVersion])
  })

  test('is kept with the language in which it was read; where nobody knows it, with none', async () => {
    const { CustomerId } = await customer(app.db)
    expect((await say(CustomerId, { WordingLanguage: 'ja' })).body.WordingLanguage).toBe('ja')
    app.clock.advance(1)
    expect((await say(CustomerId, { Source: 'Paper form' })).body.WordingLanguage).toBeNull()
    const { rows } = (await app.call(listConsents, { Search: { CustomerId, Channel: 'Mail' } })).body
    expect(rows.map(({ WordingLanguage }) => WordingLanguage)).toEqual([null, 'ja'])
  })

  test('is withdrawn whatever was on the page', async () => {
    const { CustomerId } = await customer(app.db)
    const { Version } = await present()
    for (const WordingVersion of ['2024-01', null]) {
      const { status, body } = await say(CustomerId, { GrantedYN: 'N', WordingVersion })
      expect([status, body.WordingVersion]).toEqual([201, Version])
    }
  })

  test('in a language that its wording does not have is refused; a withdrawal is recorded without the language', async () => {
    const { CustomerId } = await customer(app.db)
    await app.sql(`insert into consent_wording_version (version, published_at) values ('9001', now())`)
    await app.sql(
      `insert into consent_wording (version, channel, language, wording)
       select '9001', channel, 'en', wording from consent_wording where version = '1' and language = 'en'`,
    )
    expect((await say(CustomerId, { WordingLanguage: 'fr' })).refusal.code).toBe('customers.wording_changed')
    expect((await say(CustomerId, { WordingLanguage: 'fr', GrantedYN: 'N' })).body).toMatchObject({
      WordingVersion: '9001',
      WordingLanguage: null,
    })
    expect((await say(CustomerId, { WordingLanguage: 'en' })).body.WordingLanguage).toBe('en')
  })
})
