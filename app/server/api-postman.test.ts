import { beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#kit/server/serve.ts'
import { useApp } from '#tests/harness.ts'
import { programCallsOfDocument } from './api-changes.ts'
import type { ApiDocument } from './api-document.ts'
import type { PostmanCollection, PostmanItem } from './api-postman.ts'

const app = useApp({ apiDocs: true, publicUrl: 'https://carat.example', basePath: '/loyalty' })
let document: ApiDocument
let collection: PostmanCollection
let items: PostmanItem[]

const read = async (url: string) => (await app.inject({ method: 'GET', url: `/loyalty${url}` })).body
beforeAll(async () => {
  document = (await read('/api/openapi.json')) as ApiDocument
  collection = (await read('/api/postman.json')) as PostmanCollection
  items = collection.item.flatMap(({ item }) => item)
})

test('Postman collection: contains every call open to programs once, in folders by area', () => {
  const calls = items.map(({ name, request }) => `${request.method} ${name}`)
  expect(calls.sort()).toEqual(Object.keys(programCallsOfDocument(document)).sort())
  expect(calls.length).toBeGreaterThan(40)
  expect(collection.item.filter(({ name, description }) => !name || !description)).toEqual([])
  for (const { name, item } of collection.item)
    for (const { request } of item)
      expect(
        document.paths[`/${request.url.path.slice(2).join('/')}`.replace(/:(\w+)/g, '{$1}')]![
          request.method.toLowerCase()
        ]!.tags,
      ).toEqual([name])
})

test('Postman collection: names format 2.1, the server’s address and the variables of the credentials', () => {
  expect(collection.info).toMatchObject({
    name: 'Carat API for programs',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  })
  expect(collection.variable).toEqual([
    { key: 'baseUrl', value: 'https://carat.example/loyalty', type: 'string' },
    { key: 'clientId', value: '', type: 'string' },
    { key: 'clientSecret', value: '', type: 'string' },
  ])
})

test('Postman collection: requests sign in by OAuth 2.0 client credentials, except the sign-in itself', () => {
  const { auth } = collection
  if (auth.type !== 'oauth2') throw new Error(`The collection has ${auth.type}`)
  expect(Object.fromEntries(auth.oauth2.map(({ key, value }) => [key, value]))).toMatchObject({
    grant_type: 'client_credentials',
    accessTokenUrl: '{{baseUrl}}/oauth/token',
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
  })
  expect(items.filter(({ request }) => request.auth).map(({ name, request }) => [name, request.auth])).toEqual([
    ['/auth/system/sign-in', { type: 'noauth' }],
  ])
})

test('Postman collection: each request has its address in parts, its recorded body and a recorded reply', () => {
  const variables = new Set([...collection.variable.map(({ key }) => key), '$guid'])
  for (const { name, request, response } of items) {
    const { raw, host, path } = request.url
    expect({ name, raw }).toEqual({ name, raw: `{{baseUrl}}${API_BASE}${name.replace(/\{(\w+)\}/g, ':$1')}` })
    expect(request.url.variable ?? []).toHaveLength(raw.match(/\/:/g)?.length ?? 0)
    expect(`${host.join('.')}/${path.join('/')}`).toBe(raw)
    expect({ name, isGet: request.method === 'GET' }).toEqual({ name, isGet: request.body === undefined })
    expect(request.header.some(({ key }) => key === 'Content-Type')).toBe(request.body !== undefined)
    expect({ name, replies: response.map(({ code, body }) => [code >= 200 && code < 300, body.length > 2]) }).toEqual({
      name,
      replies: [[true, true]],
    })
    for (const [, variable] of JSON.stringify(request).matchAll(/\{\{([$\w]+)\}\}/g))
      expect(variables).toContain(variable)
  }
  const keyed = items.filter(({ request }) => request.header.some(({ key }) => key === 'Idempotency-Key'))
  expect(keyed.map(({ name }) => name)).toContain('/point/redemption')
})

test('Postman collection: bodies are the executed examples, with variables for the credentials of the sign-in', () => {
  const bodies = items.flatMap(({ name, request }) => (request.body ? [[name, JSON.parse(request.body.raw)]] : []))
  const examples = items.flatMap(({ name, request }) =>
    request.body ? [[name, exampleOf(document.paths[name]!.post!.requestBody)]] : [],
  )
  const signIn = '/auth/system/sign-in'
  expect({
    ...Object.fromEntries(examples),
    [signIn]: { ClientId: '{{clientId}}', ClientSecret: '{{clientSecret}}' },
  }).toEqual(Object.fromEntries(bodies))
})

const exampleOf = (requestBody: unknown) =>
  (requestBody as { content: Record<string, { example: unknown }> }).content['application/json']!.example
