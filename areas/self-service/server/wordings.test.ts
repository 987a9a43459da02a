import { beforeEach, expect, test } from 'vitest'
import { getConsentWording, publishConsentWording } from '#areas/customers/contract/consent-wordings.ts'
import { getCustomer } from '#areas/customers/contract/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { bearer, registration, visitor } from '#tests/factories/self-service.ts'
import { type CallOptions, hq, useApp } from '#tests/harness.ts'
import { getOwnProfile, getSelfServiceForm, registerCustomer, submitConsents } from '../contract.ts'

// A consent refers to the wording that the customer read.

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at, prepare: async ({ db }) => void (await cardGroup(db)) })
beforeEach(() => app.clock.set(at))

const DAY = 86_400

async function publish(fr: string) {
  const { Version, Service, Email, SMS, WhatsApp, Call, Mail } = (await app.call(getConsentWording, {})).body
  const texts = { Service: { ...Service, fr }, Email, SMS, WhatsApp, Call, Mail }
  expect((await app.call(publishConsentWording, { BasedOn: Version, ...texts }, hq)).status).toBe(201)
}
const formOf = async (session: CallOptions) =>
  (await app.call(getSelfServiceForm, { LanguageCode: 'fr' }, session)).body
const register = (session: CallOptions, WordingVersion: string) =>
  app.call(
    registerCustomer,
    registration({ Consents: [{ Channel: 'Service', GrantedYN: 'Y', WordingVersion }] }),
    session,
  )

test('consent wording: a page shows the current version in the page’s language', async () => {
  await publish('J’accepte tout ce qui est écrit ici.')
  const { ConsentWordingVersion, ConsentWordings } = await formOf(await visitor(app))
  expect(ConsentWordingVersion).toBe((await app.call(getConsentWording, {})).body.Version)
  expect(ConsentWordings.map(({ Channel }) => Channel)).toEqual(['Service', 'Email', 'SMS', 'WhatsApp', 'Call', 'Mail'])
  expect(ConsentWordings[0]).toEqual({
    Channel: 'Service',
    Text: 'J’accepte tout ce qui est écrit ici.',
    Language: 'fr',
  })
})

test('consent wording: customer and staff see a consent in the language in which it was given', async () => {
  const session = await visitor(app)
  const { ConsentWordingVersion: WordingVersion, ConsentWordings } = await formOf(session)
  const consent = { GrantedYN: 'Y', WordingVersion, WordingLanguage: 'fr' } as const
  const { body } = await app.call(
    registerCustomer,
    registration({ Consents: [{ Channel: 'Service', ...consent }] }),
    session,
  )
  const customerSession = bearer(body.Visit.access_token)
  await app.call(submitConsents, { Consents: [{ Channel: 'Email', ...consent }] }, customerSession)

  const { Consents } = (await app.call(getOwnProfile, {}, customerSession)).body
  const inFrench = ConsentWordings.filter(({ Channel }) => ['Service', 'Email'].includes(Channel))
  expect(
    Consents.map(({ Channel, WordingLanguage, Wording }) => [Channel, WordingLanguage, Wording?.[WordingLanguage!]]),
  ).toEqual(inFrench.map(({ Channel, Text }) => [Channel, 'fr', Text]))
  const view = await app.call(getCustomer, { CustomerId: body.CustomerId }, hq)
  expect(view.body.Consents.map(({ WordingLanguage }) => WordingLanguage)).toEqual(['fr', 'fr'])
})

test('consent wording: for one day, a page opened before a change can still send the old wording', async () => {
  const session = await visitor(app)
  const { ConsentWordingVersion: displayedVersion } = await formOf(session)
  await publish('Un autre texte.')
  app.clock.advance(60)
  const { status, body } = await register(session, displayedVersion)
  expect(status).toBe(201)
  const profile = await app.call(getOwnProfile, {}, bearer(body.Visit.access_token))
  expect(profile.body.Consents).toMatchObject([
    { Channel: 'Service', GrantedYN: 'Y', WordingVersion: displayedVersion },
  ])
  expect(profile.body.Consents[0]!.Wording!.fr).not.toBe('Un autre texte.')
})

test('consent wording: after a day the old wording is refused, and the customer can register with the current one', async () => {
  const { ConsentWordingVersion: old } = await formOf(await visitor(app))
  await publish('Un texte plus récent.')
  app.clock.advance(DAY)
  const session = await visitor(app)

  expect(await register(session, old)).toMatchObject({
    status: 409,
    refusal: { code: 'customers.wording_changed' },
  })

  const { ConsentWordingVersion: now } = await formOf(session)
  expect((await register(session, now)).status).toBe(201)
})

test('consent wording: withdrawing a consent requires no wording', async () => {
  const session = await visitor(app)
  const { ConsentWordingVersion } = await formOf(session)
  const { body } = await register(session, ConsentWordingVersion)
  const customerSession = bearer(body.Visit.access_token)
  const say = (consent: object) =>
    app.call(submitConsents, { Consents: [{ Channel: 'Email', ...consent }] } as never, customerSession)
  expect((await say({ GrantedYN: 'Y', WordingVersion: ConsentWordingVersion })).status).toBe(200)
  const withdrawal = await say({ GrantedYN: 'N', WordingVersion: 'never' })
  expect(withdrawal.status).toBe(200)
  expect(withdrawal.body.Consents).toContainEqual(
    expect.objectContaining({ Channel: 'Email', GrantedYN: 'N', WordingVersion: ConsentWordingVersion }),
  )
})
