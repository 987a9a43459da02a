import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { ssoSignIn, startProviderSignIn } from '#areas/access/contract.ts'
import { findCustomerMessages } from '#areas/messages/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { bodyFor, plausibleWords, seeded, type TextGenerator } from './factories/generated-bodies.ts'
import { upload } from './factories/media.ts'
import { messaging, noon } from './factories/messages.ts'
import { hq, useApp } from './harness.ts'

// Callers cannot make the server open a URL: URLs in pictures, texts, files and sign-ins are never requested (case 60).
// Only operators configure where the server connects; webhooks need an entry of EVENTS_ALLOW.

const app = useApp({ at: noon })
const { customer, template, outside } = messaging(app)

const met: string[] = []
const listener = createServer((request, response) => {
  met.push(`${request.method} ${request.url}`)
  response.end('{}')
})
// Records connections without a request too, such as a TLS handshake.
listener.on('connection', () => met.push('connection'))
beforeAll(() => new Promise<void>((done) => listener.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => listener.close(done)))
const address = (what: string) => `http://127.0.0.1:${(listener.address() as AddressInfo).port}/${what}`

/** The listener records every request, so an empty list means that the server sent none. */
test('outgoing requests: the listener of this test records connections', async () => {
  await fetch(address('once'))
  expect(met.splice(0)).toEqual(['connection', 'GET /once'])
})

test('outgoing requests: no call makes the server request a URL from its fields', async () => {
  const { token } = await app.token(hq)
  const planted =
    (path: string): TextGenerator =>
    (name, random) => {
      if (random() < 0.3) return plausibleWords(name, random)
      const to = address(`${path}/${name}`.replaceAll(/[^\w/]/g, ''))
      return random() < 0.5 ? to : `<img src="${to}"><a href="${to}">${to}</a>`
    }
  const statusCounts = new Map<number, number>()
  for (const endpoint of jsonRoutes.map((one) => one.endpoint).filter(({ path }) => !/sign-out|sessions\//.test(path)))
    for (let round = 0; round < 2; round++) {
      const body = bodyFor(endpoint, seeded(round + 1), planted(endpoint.path)) as Record<string, string>
      const path = endpoint.path.replace(/:(\w+)/g, '1')
      const { status } = await app.inject({
        method: endpoint.method,
        url: `${API_BASE}${path}${endpoint.method === 'GET' ? `?${new URLSearchParams(body)}` : ''}`,
        headers: { authorization: `Bearer ${token}`, host: new URL(address('')).host, referer: address('referer') },
        ...(endpoint.method !== 'GET' && { payload: body }),
      })
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
    }
  expect(statusCounts.get(200)).toBeGreaterThan(10)
  expect(met).toEqual([])
})

test('outgoing requests: no imported file makes the server request a URL in the file', async () => {
  const to = address('file')
  const files: [name: string, content: string][] = [
    [
      'logo.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${to}"/></svg>`,
    ],
    ['logo.svg', `<?xml version="1.0"?><!DOCTYPE svg SYSTEM "${to}"><svg xmlns="http://www.w3.org/2000/svg"/>`],
    ['photo.png', to],
    ['list.m3u8', `#EXTM3U\n${to}\n`],
    ['page.pdf', `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/URI/URI(${to})>>>>endobj\n`],
  ]
  for (const [name, content] of files) await upload(app, content, { name })
  for (const [name, content] of files) await upload(app, content, { name: 'photo.png', fields: { Title: name } })
  expect(met).toEqual([])
})

test('outgoing requests: a picture in a text is fetched neither when the text is shown nor when it is sent', async () => {
  const to = address('picture.png').replace('http:', 'https:')
  const TemplateId = await template({
    Texts: [{ Language: 'en', Subject: 'Hello', Body: `<p>Hello</p><img src="${to}"><img src="${address('plain')}">` }],
  })
  const { CustomerId } = await customer()
  for (const Option of ['View Only', 'Send', 'Test'] as const) {
    const { status, body } = await app.call(findCustomerMessages, { TemplateId, CustomerId: [CustomerId], Option }, hq)
    expect({ Option, status, Html: body.rows[0]!.Html }).toMatchObject({
      Option,
      status: 200,
      Html: expect.stringContaining(`src="${to}"`),
    })
  }
  outside.relay().wake()
  await expect.poll(() => outside.received.filter((mail) => mail.includes('picture.png')).length).toBe(2)
  expect(met).toEqual([])
})

test('outgoing requests: a sign-in contacts only configured providers, whatever issuer a reply names', async () => {
  const reply = await app.call(ssoSignIn, { State: 'x', Code: 'x', Iss: address('issuer') }, { as: null })
  expect(reply).toMatchObject({ status: 401, refusal: { code: 'access.provider_not_started' } })
  const begun = await app.call(startProviderSignIn, { Provider: address('provider') as never }, { as: null })
  expect(begun).toMatchObject({ status: 400, refusal: { details: [{ path: 'Provider' }] } })
  const from = await app.call(startProviderSignIn, { Provider: 'sso', From: address('from') }, { as: null })
  expect(from).toMatchObject({ status: 404, refusal: { code: 'access.provider_not_configured' } })
  expect(met).toEqual([])
})

/** Every file that makes outgoing requests, with the source of the URL. */
const speakers: Record<string, string> = {
  'areas/access/server/providers/ask-provider.ts': 'the provider of the configuration',
  'areas/access/server/providers/facebook.ts': 'the provider of the configuration',
  'areas/access/server/providers/provider-client.ts':
    'the provider of the configuration, and what its own description names there',
  'areas/vouchers/server/erp/client.ts': 'the ERP of the configuration',
  'areas/webhooks/server/send-request.ts': 'URLs of head office, if the configuration allows host and address',
  'areas/messages/server/relay/mail.ts': 'the mail server of the configuration',
  'areas/messages/server/relay/sms.ts': 'the gateway of the configuration',
}

test('outgoing requests: only the listed files make requests, each to a configured address or an allowed host', () => {
  const talks = /\bfetch\(|from '(?:nodemailer|openid-client|undici|node:https?|node:tls|node:net)'/
  const violations = globSync(['areas/**/*.ts', 'kit/{contract,server}/**/*.ts'])
    .filter((file) => !/\.test\.ts$|\/(?:web|public)\//.test(file))
    .filter((file) =>
      talks.test(readFileSync(file, 'utf8').replace(/import (?:type .*|\{ (?:BlockList, )?isIP\w* \}) from .*/g, '')),
    )
  // Excludes files that only listen, or connect to their own machine.
  const isOwnMachineOnly = (file: string) =>
    file.startsWith('kit/server/embedded-postgres/') || file === 'kit/server/preflight.ts'
  expect(violations.filter((file) => !isOwnMachineOnly(file)).toSorted()).toEqual(Object.keys(speakers).toSorted())
})
