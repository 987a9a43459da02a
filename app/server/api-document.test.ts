import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { declaredRefusals } from '#kit/contract/refusal.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { useApp } from '#tests/harness.ts'
import { apiFieldDescriptions } from './api-fields.ts'
import { fileRoutes } from './areas.ts'

// Developers of tills and ERPs generate clients from this document with common tools.

type Media = Record<string, { schema: Schema; example?: unknown }>
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Media }
  responses: Record<string, { $ref?: string; description?: string; content?: Media }>
  servers?: { url: string }[]
}
type Document = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, { description: string; content: Media }>
    schemas: Record<string, Schema>
    securitySchemes: { oauth2: { flows: { clientCredentials: { tokenUrl: string; scopes: Record<string, string> } } } }
  }
}

type Schema = {
  [word in 'items' | 'additionalProperties' | 'propertyNames' | 'not']?: Schema | boolean
} & {
  [word in 'anyOf' | 'oneOf' | 'allOf' | 'prefixItems']?: Schema[]
} & {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  description?: string
}

const app = useApp({ apiDocs: true })
const run = promisify(execFile)
const bin = (file: string) => join(process.cwd(), 'node_modules', file)
let folder: string
let document: Document
let operations: Operation[]

beforeAll(async () => {
  document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).body as Document
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  // Create the folder inside the project, so that the compiler finds its dependencies.
  await mkdir(bin('.cache'), { recursive: true })
  folder = await mkdtemp(bin('.cache/api-document-'))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lists every schema of the document with its path, including nested schemas. */
function* allSchemas(): Generator<[place: string, schema: Schema]> {
  const ofMedia = (location: string, content: Media = {}) =>
    Object.entries(content).map(([type, { schema }]) => [`${location} ${type}`, schema] as const)
  const roots = [
    ...Object.entries(document.components.schemas),
    ...Object.entries(document.components.responses).flatMap(([name, { content }]) => ofMedia(name, content)),
    ...operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
      ...parameters.map(({ name, schema }) => [`${operationId} ${name}`, schema] as const),
      ...ofMedia(`${operationId} body`, requestBody?.content),
      ...Object.entries(responses).flatMap(([status, { content }]) => ofMedia(`${operationId} ${status}`, content)),
    ]),
  ]
  for (const [location, schema] of roots) yield* withInner(location, schema)
}

function* withInner(location: string, schema: Schema): Generator<[place: string, schema: Schema]> {
  yield [location, schema]
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* withInner(`${location}.${name}`, inner)
  for (const word of ['items', 'additionalProperties', 'propertyNames', 'not'] as const) {
    const inner = schema[word]
    if (typeof inner === 'object') yield* withInner(`${location}/${word}`, inner)
  }
  for (const word of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const)
    for (const inner of schema[word] ?? []) yield* withInner(`${location}/${word}`, inner)
}

/** Returns the reason why no type can be generated for a schema. */
function problemsOf(location: string, schema: Schema): string[] {
  const { type, $ref, anyOf, oneOf, allOf, properties, required = [], items, pattern } = schema
  const types = [type ?? []].flat()
  const fits = (value: unknown) =>
    types.some(
      (one) =>
        one === typeof value || (one === 'null' && value === null) || (one === 'integer' && Number.isInteger(value)),
    )
  const values = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])]
  const isTyped = types.length > 0 || $ref || anyOf?.length || oneOf?.length || allOf?.length
  const isPattern = () => {
    try {
      return Boolean(new RegExp(pattern!, 'u'))
    } catch {
      return false
    }
  }
  const problems = [
    !isTyped && 'has no type',
    types.filter((one) => one !== 'null').length > 1 && 'has several types',
    'const' in schema && types.length === 0 && 'is a constant without a type',
    values.some((value) => !fits(value)) && 'has values of another type',
    values.some((value) => typeof value === 'string' && value !== '' && !/[A-Za-z0-9]/.test(value)) &&
      'has a value from which no constant can be named',
    types.includes('array') && typeof items !== 'object' && 'is an array of anything',
    types.includes('object') && !properties && schema.additionalProperties === undefined && 'is any object',
    required.some((name) => properties && !(name in properties)) && 'requires a field that it does not have',
    pattern !== undefined && !isPattern() && 'has a pattern that cannot be read',
  ]
  return problems.filter((problem) => problem !== false).map((problem) => `${location} ${problem}`)
}

test('API document: every route of the API is described, including file transfers', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const routes = app.fastify.answered
    .filter(({ method, url }) => url.startsWith(API_BASE) && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.slice(API_BASE.length).replace(/:(\w+)/g, '{$1}')}`)
  const outside = fileRoutes
    .filter(({ outsideApi }) => outsideApi)
    .flatMap(({ calls }) => calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`))
  expect(described.sort()).toEqual([...routes, ...outside].sort())
})

test('API document: a list states its maximum page size, or that it returns all rows', () => {
  const rowsOf = (path: string) =>
    document.paths[path]!.post!.requestBody!.content['application/json']!.schema.properties!.Rows
  expect(rowsOf('/product-groups/find-all')).toMatchObject({ minimum: 1, maximum: 1_000 })
  expect(rowsOf('/customer/memberships/find-all')).toMatchObject({
    minimum: 1,
    description: 'More than 1000 asks for the whole list, which Page 1 answers however many rows there are',
  })
})

test('API document: passes the Redocly rules without errors or warnings', async () => {
  const { stdout } = await run(
    process.execPath,
    [bin('@redocly/cli/bin/cli.js'), 'lint', join(folder, 'openapi.json'), '--format=json', '--max-problems=20'],
    { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  ).catch((failed: { stdout: string }) => failed)
  const { problems, totals } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[]; totals: object }
  expect({ problems: problems.map(({ ruleId, message }) => `${ruleId}: ${message}`), totals }).toEqual({
    problems: [],
    totals: { errors: 0, warnings: 0, ignored: 0 },
  })
})

test('API document: is valid for the Swagger parser', async () => {
  const valid = await SwaggerParser.validate(structuredClone(document) as never)
  expect(Object.keys(valid.paths ?? {})).toHaveLength(Object.keys(document.paths).length)
})

describe('client types generated from the API document', () => {
  test('API document: each operation has a unique id that is a valid identifier', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([])
    expect(ids).toEqual([...new Set(ids)])
  })

  test('API document: each operation has a success status with a schema', () => {
    const untyped = operations.filter(({ responses }) => {
      const done = Object.entries(responses).find(([status]) => status.startsWith('2'))
      const media = Object.values(done?.[1].content ?? {})
      return media.length === 0 || media.some(({ schema }) => schema === undefined)
    })
    expect(untyped.map(({ operationId }) => operationId)).toEqual([])
  })

  test('API document: each reference resolves, and no schema is recursive', () => {
    const parts = (reference: string) =>
      reference
        .split('/')
        .slice(1)
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
    const references = JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)
    const targets = new Set([...references].map(([, reference]) => reference!))
    expect(targets.size).toBeGreaterThan(10)
    expect([...targets].filter((reference) => !reference.startsWith('#/') || parts(reference) === undefined)).toEqual(
      [],
    )

    const containsItself = (name: string, schema: unknown, ancestors: readonly string[]): boolean =>
      [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].some(
        ([, inner]) =>
          inner === name ||
          (!ancestors.includes(inner!) &&
            containsItself(name, document.components.schemas[inner!], [...ancestors, inner!])),
      )
    const schemas = Object.entries(document.components.schemas)
    expect(schemas.filter(([name, schema]) => containsItself(name, schema, [])).map(([name]) => name)).toEqual([])
  })

  test('API document: each schema has a type', () => {
    const schemas = [...allSchemas()]
    expect(schemas.length).toBeGreaterThan(5_000)
    expect(schemas.flatMap(([location, schema]) => problemsOf(location, schema))).toEqual([])
  })

  test('API document: a value that is an object or of another type is declared by oneOf, which generators for Java accept', () => {
    const typeOf = ({ $ref, type, anyOf, oneOf, allOf }: Schema): unknown => {
      if ($ref !== undefined) return typeOf(document.components.schemas[$ref.split('/').at(-1)!]!)
      return type ?? ((allOf ?? anyOf ?? oneOf)?.map(typeOf).join() || 'object')
    }
    const mixed = [...allSchemas()].filter(([, { anyOf = [] }]) => {
      const types = new Set(anyOf.map(typeOf).filter((type) => type !== 'null'))
      return types.size > 1 && types.has('object')
    })
    expect(mixed.map(([location]) => location)).toEqual([])
    expect(document.components.schemas.Json!.oneOf!.map(({ type }) => type)).toEqual(
      'string number boolean null array object'.split(' '),
    )
  })

  test('API document: a request body lists its fields and its required fields', () => {
    const bodyOf = (path: string) => document.paths[path]!.post!.requestBody!.content['application/json']!.schema
    expect(bodyOf('/auth/sign-in')).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: { Username: { type: 'string', maxLength: 100 }, Password: { type: 'string' } },
      required: ['Username', 'Password'],
    })
    expect(bodyOf('/customer/customers/find-all').properties).toMatchObject({
      Rows: { type: 'integer' },
      Page: { type: 'integer' },
      Search: { type: 'object', additionalProperties: false, properties: { FullName: {} } },
    })
  })

  test('API document: an error response lists exactly the error codes declared with its status', () => {
    const { $ref } = document.paths['/customer/customers/add']!.post!.responses['409']!
    expect(document.components.responses[$ref!.split('/').at(-1)!]).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal409' } } },
    })
    const declared = declaredRefusals.filter(({ statusCode }) => statusCode === 409).map(({ code }) => code)
    expect(declared).toContain('kit.stale')
    expect(document.components.schemas.Refusal409).toEqual({
      allOf: [
        { $ref: '#/components/schemas/Refusal' },
        {
          type: 'object',
          properties: {
            statusCode: { type: 'integer', const: 409 },
            code: { type: 'string', enum: [...new Set(declared)].sort() },
          },
        },
      ],
    })
    expect(document.components.schemas.Refusal).toMatchObject({
      properties: { code: { type: 'string' } },
      required: expect.arrayContaining(['code']),
    })
  })
})

describe('record schemas shared by several calls in the API document', () => {
  const schemaOfReply = (path: string) =>
    Object.values(document.paths[path]!.post!.responses).find(({ content }) => content)!.content!['application/json']!
      .schema

  test('API document: a record that several calls share is one component schema', () => {
    const { Sale, SaleLine, LedgerEntry } = document.components.schemas
    expect(Sale!.properties).toMatchObject({
      InvoiceNo: { type: 'string' },
      TotalAmount: { $ref: '#/components/schemas/Money' },
      PerformedAt: { $ref: '#/components/schemas/Instant' },
    })
    expect(SaleLine!.properties!.NetAmount).toMatchObject({ $ref: '#/components/schemas/Money' })
    expect(LedgerEntry!.properties!.Points).toMatchObject({ $ref: '#/components/schemas/Points' })
    const { ListTransactionsReply } = document.components.schemas
    expect(schemaOfReply('/customer/transaction-summaries/find-all')).toEqual({
      $ref: '#/components/schemas/ListTransactionsReply',
    })
    expect(ListTransactionsReply!.properties!.rows).toMatchObject({ items: { $ref: '#/components/schemas/Sale' } })
    expect(schemaOfReply('/member/card-groups/find-one')).toEqual({ $ref: '#/components/schemas/CardGroup' })
  })

  test('API document: every component is used and has a valid name', () => {
    const text = JSON.stringify(document)
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
  })

  test('API document: money and decimals are text with a pattern, instants and dates have a format', () => {
    const { Money, MoneyFromZero, Decimal, Instant, DateOnly, Points } = document.components.schemas
    for (const type of [Money, MoneyFromZero, Decimal])
      expect(type).toMatchObject({ type: 'string', pattern: expect.stringContaining('^') })
    expect(Instant).toMatchObject({ type: 'string', format: 'date-time' })
    expect(DateOnly).toMatchObject({ type: 'string', format: 'date' })
    expect(Points).toMatchObject({ type: 'integer', description: expect.stringContaining('whole') })
  })
})

describe('calls of the API document that are open to programs', () => {
  const openToPrograms = () => [
    document.paths['/auth/system/sign-in']!.post!,
    ...operations.filter(({ security = [] }) => security.some((requirement) => 'oauth2' in requirement)),
  ]

  test('API document: every call open to programs has two sentences of explanation and an example of its reply', () => {
    expect(openToPrograms().length).toBeGreaterThan(10)
    const faults = openToPrograms().flatMap(({ operationId, description, responses }) => [
      ...((description.replace(/ For [^.]*\.$/, '').match(/[.:](\s|$)/g) ?? []).length < 2
        ? [`${operationId}: explain it in api-texts.ts`]
        : []),
      ...(Object.values(responses).some(({ content = {} }) => Object.values(content).some(({ example }) => example))
        ? []
        : [`${operationId}: record it in api-examples.test.ts`]),
    ])
    expect(faults).toEqual([])
  })

  test('API document: each scope has an explanation, and calls name only existing scopes', () => {
    const { scopes: explained, tokenUrl } = document.components.securitySchemes.oauth2.flows.clientCredentials
    expect(tokenUrl).toBe('/oauth/token')
    expect(Object.keys(explained)).toEqual([...systemAccountScopes])
    expect(Object.entries(explained).filter(([, text]) => text === '')).toEqual([])
    const named = operations.flatMap(({ security = [] }) => security.flatMap(({ oauth2 = [] }) => oauth2))
    expect(named.filter((scope) => !(scope in explained))).toEqual([])
  })

  test('API document: each tag has a description of one sentence', () => {
    expect(document.tags.filter(({ description }) => !description.endsWith('.')).map(({ name }) => name)).toEqual([])
  })
})

test('API document: each description of a record’s field belongs to an existing field', () => {
  const fieldsOf = (schema: Schema): string[] =>
    [...withInner('', schema)].flatMap(([, { properties = {} }]) => Object.keys(properties))
  const unused = Object.keys(apiFieldDescriptions).filter((key) => {
    const [record, field] = key.split('.')
    return field !== undefined && !fieldsOf(document.components.schemas[record!] ?? {}).includes(field)
  })
  expect(unused).toEqual([])
})

test('API document: a field whose name has another meaning in another record has its own description', () => {
  const text = (record: string, field: string) => document.components.schemas[record]!.properties![field]
  expect(text('CheckVoucherReply', 'ExpiryDate')).toMatchObject({ description: expect.stringContaining('voucher') })
  expect(text('ClaimRewardRequest', 'ReferenceCode')).toMatchObject({ description: expect.stringContaining('reward') })
  expect(text('LedgerEntry', 'SequenceNo')).toMatchObject({ description: expect.stringContaining('ledger') })
  expect(text('LookupMemberReply', 'count')).toMatchObject({ description: expect.stringContaining('at most ten') })
})

test('API document: a pattern does not allow a negative number where the server refuses it', () => {
  const { Quantity, UnitPrice } = document.components.schemas.NewSaleLine!.properties!
  for (const { $ref } of [Quantity!, UnitPrice!])
    expect(document.components.schemas[$ref!.split('/').at(-1)!]!.pattern).toMatch(/^\^\\d/)
})

test('API document: replies to programs document their headers', () => {
  const headersOf = (path: string, method: string, status: string) => {
    const response = document.paths[path]![method]!.responses[status]!
    const { headers = {} } = (
      response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response
    ) as {
      headers?: object
    }
    return Object.keys(headers)
  }
  const sale = '/customer/memberships/transaction-summaries/add'
  expect(headersOf(sale, 'post', '201')).toEqual(['RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'])
  expect(headersOf(sale, 'post', '401')).toEqual(['WWW-Authenticate'])
  expect(headersOf(sale, 'post', '403')).toEqual(['WWW-Authenticate'])
  expect(headersOf(sale, 'post', '429')).toEqual(['Retry-After'])
  expect(headersOf(sale, 'post', '503')).toEqual(['Retry-After'])
  expect(headersOf('/till/reference', 'get', '200')).toContain('ETag')
  expect(headersOf('/till/reference', 'get', '304')).toEqual(['ETag'])
})

test('API document: every call of programs lists the code of a missing scope', () => {
  const withoutCode = operations.filter(({ security = [], responses }) => {
    const name = responses['403']?.$ref?.split('/').at(-1)
    return (
      security.some((requirement) => 'oauth2' in requirement) &&
      !(name && document.components.responses[name]!.description.includes('`access.scope_missing`: '))
    )
  })
  expect(withoutCode.map(({ operationId }) => operationId)).toEqual([])
})

describe('error codes in the API document', () => {
  test('API document: every call lists the error codes of its area and of the kit', () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses)
      expect({ operationId, statuses }).toEqual({
        operationId,
        statuses: expect.arrayContaining(['default']),
      })
    }
    const till = document.paths['/customer/memberships/transaction-summaries/add']!.post!
    expect(Object.keys(till.responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '404', '409', '429', '503', 'default']),
    )
    const refused = document.paths['/point/adjustments/add']!.post!.responses['409']!.$ref!.split('/').at(-1)!
    expect(document.components.responses[refused]!.description).toContain('`kit.stale`: ')
    expect(document.components.responses[refused]!.description).toMatch(/`points\.\w+`: /)
  })

  test('API document: every error code of the program is listed', () => {
    const text = JSON.stringify(document.components.responses)
    expect(declaredRefusals.map(({ code }) => code).filter((code) => !text.includes(`\`${code}\``))).toEqual([])
  })
})

describe('file transfers in the API document', () => {
  test('API document: an upload is a form with a binary field', () => {
    const { requestBody } = document.paths['/media/upload']!.post!
    expect(requestBody!.content['multipart/form-data']!.schema.properties).toMatchObject({
      FileStream: { type: 'string', format: 'binary' },
      Title: {},
    })
    const imported = document.paths['/imports/upload']!.post!
    expect(imported.parameters).toMatchObject([{ name: 'Kind', in: 'query', required: true }])
    expect(imported.requestBody!.content['multipart/form-data']!.schema).toMatchObject({ required: ['File'] })
  })

  test('API document: a download has its content type', () => {
    const types = (path: string) => Object.keys(document.paths[path]!.get!.responses['200']!.content!)
    expect(types('/imports/failed-rows')).toEqual(['text/csv'])
    expect(types('/exports/download')).toContain('text/csv')
    expect(types('/media/{Name}')).toContain('image/webp')
    expect(document.paths['/media/{Name}']!.get!.parameters).toMatchObject([
      { name: 'Name', in: 'path', required: true },
    ])
    expect(document.paths['/media/{Name}']!.get!.servers).toEqual([{ url: '/' }])
  })
})
