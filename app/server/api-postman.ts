import { API_BASE } from '#kit/server/serve.ts'
import type { ApiDocument } from './api-document.ts'
import {
  acceptsKey,
  type DocumentedOperation,
  type ProgramOperation,
  programOperationsOf,
  successOf,
} from './api-programs.ts'

// Builds a Postman collection (format 2.1) of the calls open to programs, with the executed examples as bodies.

type Header = { key: string; value: string }
type Attributes = { key: string; value: string; type: 'string' }[]
type Auth = { type: 'noauth' } | { type: 'oauth2'; oauth2: Attributes }
type Body = { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
type Request = {
  method: string
  header: Header[]
  url: { raw: string; host: string[]; path: string[] }
  description: string
  auth?: Auth
  body?: Body
}
type Example = { name: string; originalRequest: Request; code: number; header: Header[]; body: string }
export type PostmanItem = { name: string; request: Request; response: Example[] }
export type PostmanCollection = {
  info: { name: string; description: string; version: string; schema: string }
  auth: Auth
  variable: Attributes
  item: { name: string; description: string; item: PostmanItem[] }[]
}

const DESCRIPTION = [
  'The calls that tills and other programs may send. Bodies are examples that a test executes.',
  'Set the variables clientId and clientSecret, then choose **Get New Access Token** on the tab Authorization of the collection.',
  'Change invoice numbers, member numbers and ids in the bodies to those of your server.',
].join('\n\n')

/** Returns the collection of a document's calls. `baseUrl` is the address of the server without `/api/1.0`. */
export function postmanCollection(document: ApiDocument, baseUrl: string): PostmanCollection {
  const operations = Map.groupBy(programOperationsOf(document), ({ operation }) => operation.tags[0])
  const { title, version } = document.info as { title: string; version: string }
  return {
    info: {
      name: `${title} for programs`,
      description: DESCRIPTION,
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'oauth2', oauth2: attributesOf(clientCredentials) },
    variable: attributesOf({ baseUrl, clientId: '', clientSecret: '' }),
    item: (document.tags as { name: string; description: string }[])
      .filter(({ name }) => operations.has(name))
      .map(({ name, description }) => ({ name, description, item: operations.get(name)!.map(itemOf) })),
  }
}

const clientCredentials = {
  grant_type: 'client_credentials',
  accessTokenUrl: '{{baseUrl}}/oauth/token',
  clientId: '{{clientId}}',
  clientSecret: '{{clientSecret}}',
  client_authentication: 'header',
  addTokenTo: 'header',
  headerPrefix: 'Bearer',
}

const attributesOf = (values: Record<string, string>): Attributes =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))

const toJson = (value: unknown) => JSON.stringify(value, null, 2)
const contentType: Header = { key: 'Content-Type', value: 'application/json' }

function itemOf({ method, path, operation, scopes }: ProgramOperation): PostmanItem {
  const url = `${API_BASE}${path}`
  const example = requestExampleOf(operation)
  const request: Request = {
    method,
    header: [
      ...(method === 'GET' ? [] : [contentType]),
      // Postman generates another key for each request; to repeat a request, enter a key.
      ...(acceptsKey(operation) ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ],
    url: { raw: `{{baseUrl}}${url}`, host: ['{{baseUrl}}'], path: url.slice(1).split('/') },
    description: `${operation.summary}.\n\n${operation.description}`,
    ...(scopes.length === 0 && { auth: { type: 'noauth' } }),
    ...(example !== undefined && {
      body: { mode: 'raw', raw: toJson(example), options: { raw: { language: 'json' } } },
    }),
  }
  const { status, content } = successOf(operation)
  const reply = content?.['application/json']?.example
  return {
    name: path,
    request,
    response: [
      { name: 'Done', originalRequest: request, code: Number(status), header: [contentType], body: toJson(reply) },
    ],
  }
}

/** The executed request of a call; the sign-in uses the variables of the collection. */
function requestExampleOf({ requestBody }: DocumentedOperation) {
  const example = requestBody?.content?.['application/json']?.example as object | undefined
  return example && 'ClientSecret' in example
    ? { ...example, ClientId: '{{clientId}}', ClientSecret: '{{clientSecret}}' }
    : example
}
