import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import SwaggerParser from '@apidevtools/swagger-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredRefusals } from '#kit/contract/refusal.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { useApp } from '#tests/harness.ts'
import { files } from './areas.ts'

// Written for the person who connects a till or an ERP: from the document alone, with the usual tools, a client is made.

type Media = Record<string, { schema: { properties?: Record<string, unknown> } }>
type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Media }
  responses: Record<string, { $ref?: string; description?: string; content?: Media }>
  servers?: { url: string }[]
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { description: string }>; schemas: Record<string, unknown> }
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
  // Below the project, so that the compiler finds what it needs.
  await mkdir(bin('.cache'), { recursive: true })
  folder = await mkdtemp(bin('.cache/api-document-'))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every address below the API that is answered is described, files included', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const answered = app.fastify.answered
    .filter(({ method, url }) => url.startsWith(API_BASE) && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.slice(API_BASE.length).replace(/:(\w+)/g, '{$1}')}`)
  const outside = files
    .filter(({ outsideApi }) => outsideApi)
    .flatMap(({ calls }) => calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`))
  expect(described.sort()).toEqual([...answered, ...outside].sort())
})

test('a list says how many rows it gives at most, or that it gives all of them', () => {
  const rowsOf = (path: string) =>
    document.paths[path]!.post!.requestBody!.content['application/json']!.schema.properties!.Rows
  expect(rowsOf('/product-groups/find-all')).toMatchObject({ minimum: 1, maximum: 1_000 })
  expect(rowsOf('/customer/memberships/find-all')).toMatchObject({
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'More than 1000 asks for the whole list, which Page 1 answers however many rows there are',
  })
})

test('the document passes the rules of Redocly without an error or a warning', async () => {
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

test('the document is valid to the parser of Swagger', async () => {
  const valid = await SwaggerParser.validate(structuredClone(document) as never)
  expect(Object.keys(valid.paths ?? {})).toHaveLength(Object.keys(document.paths).length)
})

/** What somebody writes against the document: it must be refused where it is wrong. */
const client = `
import type { components, operations, paths } from './client.ts'

type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody?: { content: { 'application/json': infer Sent } } } } ? Sent : never

export const signIn: Body<'/auth/sign-in'> = { Username: 'hq', Password: 'x' }
export const page: Body<'/customer/customers/find-all'> = { Rows: 10, Page: 1, Search: { FullName: 'TAN' } }
// @ts-expect-error A field that nobody declared.
export const unknown: Body<'/auth/sign-in'> = { Username: 'hq', Password: 'x', Nobody: 1 }
export const upload: operations['postMediaUpload']['requestBody'] = { content: { 'multipart/form-data': { FileStream: '' } } }
export const file = (answer: operations['getExportsDownload']['responses'][200]['content']['text/csv']): string => answer
export const code = (refusal: operations['postCustomerCustomersAdd']['responses'][409]['content']['application/json']): components['schemas']['Refusal']['code'] => refusal.code
export const stale = (refusal: components['schemas']['Refusal409']) => refusal.code === 'kit.stale'
// @ts-expect-error No call is refused with this code.
export const never = (refusal: components['schemas']['Refusal409']) => refusal.code === 'kit.nobody'
`

test('openapi-typescript makes a client of it that compiles', async () => {
  // It writes with the TypeScript that is itself a library; ours is a program.
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  })
  const { default: makeClient, astToString } = await import('openapi-typescript')
  hooks.deregister()
  const source = astToString(await makeClient(JSON.stringify(document)))
  await writeFile(join(folder, 'client.ts'), source)
  await writeFile(join(folder, 'use.ts'), client)
  const options =
    '--noEmit --strict --skipLibCheck --ignoreConfig --module nodenext --allowImportingTsExtensions --types node'
  const { stdout } = await run(
    process.execPath,
    [bin('typescript/bin/tsc'), ...options.split(' '), join(folder, 'use.ts')],
    { cwd: process.cwd() },
  ).catch((failed: { stdout: string }) => failed)
  expect(stdout).toBe('')
})

describe('how a call can be refused', () => {
  test('stands on every call, with the codes that its area and the kit know', () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses)
      expect({ operationId, statuses }).toEqual({
        operationId,
        statuses: expect.arrayContaining(['400', '429', '503']),
      })
    }
    const refused = document.paths['/point/adjustments/add']!.post!.responses['409']!.$ref!.split('/').at(-1)!
    expect(document.components.responses[refused]!.description).toContain('`kit.stale`: ')
    expect(document.components.responses[refused]!.description).toMatch(/`points\.\w+`: /)
  })

  test('names every code that there is', () => {
    const text = JSON.stringify(document.components.responses)
    expect(declaredRefusals.map(({ code }) => code).filter((code) => !text.includes(`\`${code}\``))).toEqual([])
  })
})

describe('files', () => {
  test('that are sent are forms with a binary field', () => {
    const { requestBody } = document.paths['/media/upload']!.post!
    expect(requestBody!.content['multipart/form-data']!.schema.properties).toMatchObject({
      FileStream: { type: 'string', format: 'binary' },
      Title: {},
    })
    const imported = document.paths['/imports/upload']!.post!
    expect(imported.parameters).toMatchObject([{ name: 'Kind', in: 'query', required: true }])
    expect(imported.requestBody!.content['multipart/form-data']!.schema).toMatchObject({ required: ['File'] })
  })

  test('that are answered have their type', () => {
    const types = (path: string) => Object.keys(document.paths[path]!.get!.responses['200']!.content!)
    expect(types('/imports/failed-rows')).toEqual(['text/csv'])
    expect(types('/exports/download')).toContain('text/csv')
    expect(types('/media/{Name}')).toContain('image/webp')
    expect(document.paths['/media/{Name}']!.get!.servers).toEqual([{ url: '/' }])
  })
})
