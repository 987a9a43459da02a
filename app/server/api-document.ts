import { readFileSync } from 'node:fs'
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { systemAccountScopes } from '#areas/access/roles.ts'
import { scopeDescriptions } from '#areas/access/scope-texts.ts'
import { eventSchemas } from '#areas/event-feed/contract.ts'
import type { AccessRule, Endpoint } from '#kit/contract/endpoint.ts'
import { RefusalReply } from '#kit/contract/refusal.ts'
import { API_BASE } from '#kit/server/serve.ts'
import {
  alternativeProgramScopes,
  convertSchemas,
  isOpenToPrograms,
  nameExportedSchemas,
  type ObjectSchema,
} from './api-components.ts'
import { apiFieldDescriptions, type JsonObject } from './api-fields.ts'
import { apiHeaders, conditionalParameters, notModifiedOf, successHeaders } from './api-headers.ts'
import { rewriteForGenerators } from './api-portability.ts'
import { programRefusals, refusalResponse, refusalSchema, refusalsByStatus } from './api-refusals.ts'
import { API_INTRODUCTION, apiCallDescriptions, apiTagDescriptions } from './api-texts.ts'
import { webhookParameters, webhooksOf } from './api-webhooks.ts'
import { areaOfEndpoint } from './areas.ts'
import { releaseInfo } from './release.ts'
import { describeAccess } from './scope-words.ts'

// Builds the OpenAPI document, from which clients can be generated.
// zod converts each contract to JSON Schema, and `buildOpenApiDocument` adds paths, errors and texts.

/** A documented route with its URL from the root of the server and its contract. */
type DocumentedRoute = { method: string; url: string; endpoint: Endpoint }
type Converted = ReturnType<typeof convertSchemas>
type Operation = JsonObject & { operationId: string; tags: [string]; responses: Record<string, unknown> }
export type ApiDocument = JsonObject & {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: JsonObject }>
  components: {
    parameters: JsonObject
    schemas: Record<string, ObjectSchema>
    responses: Record<string, JsonObject>
    headers: JsonObject
    securitySchemes: JsonObject
  }
}

/** Recorded requests and replies, keyed by operation id: see api-examples.test.ts. */
export type ApiExamples = Record<string, { request?: unknown; reply: unknown }>
const examplesFile = new URL('./api-examples.json', import.meta.url)

/** Returns options for @fastify/swagger that document all routes registered after this call. */
export async function createSwaggerOptions(
  app: FastifyInstance,
  basePath: string,
): Promise<FastifyDynamicSwaggerOptions> {
  const names = await nameExportedSchemas()
  const routes: DocumentedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.endpoint && method !== 'HEAD') routes.push({ method: String(method), url, endpoint: config.endpoint })
  })
  return {
    openapi: {},
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => buildOpenApiDocument(routes, names, basePath) as never,
  }
}

/** Builds the OpenAPI 3.1 document of the given routes. */
export function buildOpenApiDocument(
  routes: readonly DocumentedRoute[],
  names: Awaited<ReturnType<typeof nameExportedSchemas>>,
  basePath = '',
): ApiDocument {
  const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as ApiExamples
  const converted = convertSchemas(
    routes.map(({ endpoint }) => endpoint.body),
    [RefusalReply, ...Object.values(eventSchemas), ...routes.map(({ endpoint }) => endpoint.reply)],
    names,
  )
  const paths: ApiDocument['paths'] = {}
  const programOperations = new Set(
    routes.filter(({ endpoint }) => isOpenToPrograms(endpoint)).map(({ endpoint }) => operationIdOf(endpoint)),
  )
  for (const { method, url, endpoint } of routes) {
    const outside = !url.startsWith(`${basePath}${API_BASE}/`)
    const path = url.slice(basePath.length + (outside ? 0 : API_BASE.length)).replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...operation(endpoint, converted, examples[operationIdOf(endpoint)]),
        ...(outside && { servers: [{ url: basePath || '/' }] }),
      },
    }
  }
  const document = withRefusals(programOperations, {
    openapi: '3.1.0',
    info: {
      title: 'Carat API',
      version: releaseInfo.version,
      description: API_INTRODUCTION,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${basePath}${API_BASE}` }],
    security: [{ bearer: [] }],
    paths,
    webhooks: webhooksOf(converted.replyOf),
    components: {
      parameters: webhookParameters,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'access_token of /oauth/token or /auth/system/sign-in for programs, of /auth/sign-in/verify for staff',
        },
        oauth2: {
          type: 'oauth2',
          description: 'For programs. An account has some of these scopes; each call names the one that it needs',
          flows: {
            clientCredentials: {
              tokenUrl: `${basePath}/oauth/token`,
              scopes: Object.fromEntries(systemAccountScopes.map((scope) => [scope, scopeDescriptions[scope]])),
            },
          },
        },
      },
      schemas: { Ignored: { ...ignoredField }, Refusal: converted.replyOf(RefusalReply), ...converted.schemas },
      responses: {},
      headers: apiHeaders,
    },
  })
  rewriteForGenerators([document.paths, document.components.schemas], document.components.schemas as never)
  describeFields(document, programOperations)
  removeUnused(document)
  return document
}

/** Removes components that neither a call nor a webhook references, such as a body that its only call extends with further fields. */
function removeUnused({ paths, webhooks, components: { schemas, responses } }: ApiDocument) {
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!used.has(name!)) {
        used.add(name!)
        visit(schemas[name!])
      }
  }
  visit([paths, webhooks, responses])
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
}

function securityOf(access: AccessRule): JsonObject {
  if (access === 'public') return { security: [] }
  const forPrograms = alternativeProgramScopes(access).map((scopes) => ({ oauth2: scopes }))
  return forPrograms.length > 0 ? { security: [{ bearer: [] }, ...forPrograms] } : {}
}

/** Adds descriptions to the fields of calls open to programs and of the records that these calls reference. */
function describeFields({ paths, components: { schemas } }: ApiDocument, programOperations: ReadonlySet<string>) {
  const described = new Set<string>()
  const visit = (part: unknown, record: string) => {
    if (typeof part !== 'object' || part === null) return
    const { properties, $ref, example: _, ...rest } = part as ObjectSchema & { $ref?: string }
    for (const [name, field] of Object.entries(properties ?? {})) {
      const description = apiFieldDescriptions[`${record}.${name}`] ?? apiFieldDescriptions[name]
      if (description !== undefined) field.description ??= description
      visit(field, record)
    }
    const name = $ref?.split('/').at(-1)
    if (name !== undefined && schemas[name] && !described.has(name)) {
      described.add(name)
      visit(schemas[name], name)
    }
    for (const inner of Object.values(rest)) visit(inner, record)
  }
  for (const operations of Object.values(paths))
    for (const operation of Object.values(operations))
      if (programOperations.has(operation.operationId)) visit(operation, '')
}

function operation(endpoint: Endpoint, converted: Converted, example: ApiExamples[string] | undefined): Operation {
  const { file, deprecated } = endpoint
  const pathNames = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const inQuery = endpoint.method === 'GET' || (file && 'takes' in file && file.fieldsIn === 'query')
  const input = converted.bodyOf(endpoint.body)
  const needsFields = pathNames.size > 0 || inQuery || file || endpoint.ignored || endpoint.aliases
  const body = needsFields ? withSpecifiedFields(endpoint, converted.resolve(input)) : input
  const inPath = pickFields(body, (name) => pathNames.has(name))
  const fields = pathNames.size > 0 ? pickFields(body, (name) => !pathNames.has(name)) : body
  const parameters = [
    ...(pathNames.size > 0 ? parametersOf(inPath, 'path', example) : []),
    ...(inQuery ? parametersOf(fields, 'query', example) : []),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
    ...conditionalParameters(endpoint),
  ]
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [areaOfEndpoint.get(endpoint) ?? 'other'],
    description: [
      deprecated &&
        `Deprecated since ${deprecated.since} and answered until ${deprecated.sunset}: use ${deprecated.use}.`,
      apiCallDescriptions[endpoint.path],
      `For ${describeAccess(endpoint.access)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    ...(deprecated && { deprecated: true }),
    ...securityOf(endpoint.access),
    ...(parameters.length > 0 && { parameters }),
    ...requestOf(endpoint, inQuery ? { type: 'object' } : fields, example),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        ...successHeaders(endpoint),
        content:
          file && 'gives' in file
            ? fileContent(file.gives, example)
            : {
                'application/json': {
                  schema: converted.replyOf(endpoint.reply),
                  ...(example && { example: example.reply }),
                },
              },
      },
      ...notModifiedOf(endpoint),
    },
  }
}

/** Converts the fields of an object schema to parameters of the path or query. */
function parametersOf(
  { properties = {}, required = [] }: ObjectSchema,
  place: 'path' | 'query',
  recorded: ApiExamples[string] | undefined,
) {
  const values = (recorded?.request ?? {}) as Record<string, unknown>
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    ...(name in values && { example: values[name] }),
  }))
}

/** Adds the fields that the server ignores, with the reasons, and the aliases of fields. */
function withSpecifiedFields({ ignored = {}, aliases = {} }: Endpoint, schema: ObjectSchema): ObjectSchema {
  const { properties } = schema
  if (!properties) return schema
  const isOwn = ([name]: [string, string]) => !name.includes('.')
  const ignoredFields = Object.entries(ignored)
    .filter(isOwn)
    .map(([name, reason]) => [name, { $ref: '#/components/schemas/Ignored', description: reason }] as const)
  const aliasFields = Object.entries(aliases)
    .filter(isOwn)
    .map(
      ([name, field]) =>
        [name, { ...(properties[field] ?? { type: 'string' }), description: `Another name of ${field}` }] as const,
    )
  return { ...schema, properties: { ...properties, ...Object.fromEntries([...ignoredFields, ...aliasFields]) } }
}

const ignoredField = {
  type: ['string', 'number', 'boolean', 'null'],
  deprecated: true,
  description: 'Accepted and ignored; the field says why',
}

function requestOf(
  { method, file, form }: Endpoint,
  fields: ObjectSchema,
  example: ApiExamples[string] | undefined,
): JsonObject {
  if (method === 'GET') return {}
  if (form) return requestBody('application/x-www-form-urlencoded', fields)
  if (!file || !('takes' in file)) return requestBody('application/json', fields, example)
  const properties = { ...fields.properties, [file.takes]: { type: 'string', format: 'binary' } }
  const required = [...(fields.required ?? []), file.takes]
  return requestBody('multipart/form-data', { ...fields, properties, required })
}

const requestBody = (type: string, schema: ObjectSchema, example?: ApiExamples[string]) => ({
  requestBody: { required: true, content: { [type]: { schema, ...(example && { example: example.request }) } } },
})

/** The content of a file. The example of NDJSON has one line per recorded object; other files have no example. */
const fileContent = (types: readonly string[], example: ApiExamples[string] | undefined) =>
  Object.fromEntries(
    types.map((type) => [
      type.split(';')[0]!,
      type === 'application/x-ndjson' && example
        ? {
            schema: { type: 'string' },
            example: (example.reply as unknown[]).map((line) => JSON.stringify(line)).join('\n'),
          }
        : { schema: { type: 'string', format: 'binary' } },
    ]),
  )

/** Keeps the fields of an object that are sent in one place, such as the path. Returns other schemas unchanged. */
function pickFields(schema: ObjectSchema, included: (name: string) => boolean): ObjectSchema {
  if (!schema.properties) return schema
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => included(name)))
  const required = (schema.required ?? []).filter(included)
  const { required: _, ...rest } = schema
  return { ...rest, properties, ...(required.length > 0 && { required }) }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Optional: 1 to 200 visible characters, new for each action. For 7 days the same key with the same body gets the first reply; with another body 409 `kit.key_reused`',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}

/** The operation id that identifies a call in the API document. */
export const operationIdOf = ({ method, path }: Endpoint) =>
  `${method.toLowerCase()}${path.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`

/**
 * Adds one response per HTTP status to each call. The response lists the error codes of the kit and of the call's area.
 * Rules of other areas may refuse the call too, so the schema of a response allows every code of that status.
 */
function withRefusals(programOperations: ReadonlySet<string>, document: Omit<ApiDocument, 'tags'>): ApiDocument {
  const { schemas, responses } = document.components as ApiDocument['components']
  const areas = new Set<string>()
  for (const methods of Object.values((document as ApiDocument).paths))
    for (const operation of Object.values(methods)) {
      const [area] = operation.tags
      areas.add(area)
      const isPublic = (operation.security as object[] | undefined)?.length === 0
      for (const [status, kinds] of refusalsByStatus(area, isPublic, programOperations.has(operation.operationId))) {
        const owner = kinds.some(({ code }) => code.startsWith(`${area}.`)) ? area : 'kit'
        const forPrograms = kinds.some(({ code }) => programRefusals.has(code)) && area !== 'access'
        const name = `${owner}${isPublic ? '.public' : ''}${forPrograms ? '.programs' : ''}.${status}`
        responses[name] ??= refusalResponse(status, kinds)
        if (status !== 'default') schemas[`Refusal${status}`] ??= refusalSchema(status)
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  return {
    ...(document as ApiDocument),
    tags: [...areas].sort().map((name) => ({ name, description: apiTagDescriptions[name] ?? '' })),
  }
}
