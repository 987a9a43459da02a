import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { z } from 'zod'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'
import { declaredRefusals, RefusalReply } from '#kit/contract/refusal.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { areaOf } from './areas.ts'
import { release } from './release.ts'
import { scopeWords } from './scope-words.ts'

// The OpenAPI document: zod converts the contract of each route to JSON Schema, @fastify/swagger combines them. Clients can be
// generated from it.

type Json = Record<string, unknown>
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] }
type Components = { schemas: Record<string, unknown>; responses: Record<string, unknown> }
/** An operation of the document with its responses by status. */
type Operation = Json & { responses: Record<string, unknown> }

/** Options for @fastify/swagger, which documents all routes registered after it. */
export function apiDocument(basePath = ''): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carat API',
        version: release.version,
        description:
          'Lists take { Rows, Page, Search, SortOption, SortDirection } and answer { count, rows }. More than 1,000 Rows are refused, ' +
          'but by lists whose Rows say that it asks for the whole list. Unknown fields are refused. ' +
          'Money and rates travel as decimal text, points as whole numbers, instants in UTC.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: `${basePath}${API_BASE}` }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'access_token of /auth/sign-in/verify or /auth/system/sign-in',
          },
        },
        schemas: { Refusal: schemaOf(RefusalReply, 'output', 'Refusal', {}) },
      },
    } as FastifyDynamicSwaggerOptions['openapi'],
    convertConstToEnum: false,
    transform: ({ route, url, ...context }) => {
      const endpoint = route.config?.endpoint
      if (!endpoint) return { schema: { hide: true }, url }
      const { schemas } = (context as unknown as { openapiObject: { components: Components } }).openapiObject.components
      const outside = !url.startsWith(`${basePath}${API_BASE}/`)
      const schema = { ...operation(endpoint, schemas), ...(outside && { servers: [{ url: basePath || '/' }] }) }
      return { schema: schema as never, url: outside ? url.slice(basePath.length) : url }
    },
    transformObject: (context) => withRefusals((context as { openapiObject: Json }).openapiObject) as never,
  }
}

/** The JSON Schema keywords of the document. Further metadata, for forms, is removed. */
const keywords = new Set(
  (
    'type properties required additionalProperties propertyNames items prefixItems minItems maxItems enum const anyOf oneOf allOf not ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format default description title $ref $defs'
  ).split(' '),
)

/**
 * Converts a schema to JSON Schema. Its internal definitions move to the document's shared schemas, where references find
 * them.
 */
function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  name: string,
  shared: Record<string, unknown>,
): ObjectSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    cycles: 'ref',
    override: ({ jsonSchema }) => {
      for (const key of Object.keys(jsonSchema)) if (!keywords.has(key)) delete jsonSchema[key]
    },
  })
  const text = JSON.stringify(converted).replace(
    /"#\/\$defs\/([^"]+)"/g,
    (_, definitionName: string) => `"#/components/schemas/${name}.${definitionName}"`,
  )
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(text) as ObjectSchema & { $defs?: Json }
  for (const [definitionName, definition] of Object.entries($defs)) shared[`${name}.${definitionName}`] = definition
  return rest
}

function operation(endpoint: Endpoint, shared: Record<string, unknown>): Json {
  const id = idOf(endpoint)
  const names = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const input = withSpecifiedFields(endpoint, schemaOf(endpoint.body, 'input', `${id}.Input`, shared))
  const params = pickFields(input, (name) => names.has(name))
  const fields = pickFields(input, (name) => !names.has(name))
  const { file } = endpoint
  const inQuery = endpoint.method === 'GET' || (file && 'takes' in file && file.fieldsIn === 'query')
  return {
    operationId: id,
    summary: endpoint.summary,
    tags: [areaOf.get(endpoint) ?? 'other'],
    'x-access': accessText(endpoint.access),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    ...(names.size > 0 && { params }),
    ...(inQuery && { querystring: fields }),
    ...(endpoint.idempotent && { headers: idempotencyKey }),
    ...bodyOf(endpoint, inQuery ? { type: 'object' } : fields),
    response: {
      [endpoint.status]: {
        description: 'Done',
        content:
          file && 'gives' in file
            ? binaryContent(file.gives)
            : {
                'application/json': { schema: schemaOf(endpoint.reply, 'output', `${id}.Reply`, shared) },
              },
      },
    },
  }
}

/** Adds ignored fields with the reason, and aliases. */
function withSpecifiedFields({ ignored = {}, aliases = {} }: Endpoint, { properties, ...schema }: ObjectSchema) {
  const described = [
    ...Object.entries(ignored).map(([name, reason]) => [name, `Ignored. ${reason}`] as const),
    ...Object.entries(aliases).map(([name, field]) => [name, `Another name of ${field}`] as const),
  ].filter(([name]) => !name.includes('.'))
  const added = Object.fromEntries(described.map(([name, description]) => [name, { description }]))
  return properties ? { ...schema, properties: { ...properties, ...added } } : schema
}

function bodyOf({ method, file }: Endpoint, fields: ObjectSchema): Json {
  if (file && 'takes' in file) {
    const properties = { ...fields.properties, [file.takes]: { type: 'string', format: 'binary' } }
    const required = [...(fields.required ?? []), file.takes]
    return { consumes: ['multipart/form-data'], body: { ...fields, properties, required } }
  }
  return method === 'GET' ? {} : { body: fields }
}

const binaryContent = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type.split(';')[0]!, { schema: { type: 'string', format: 'binary' } }]))

/** The subset of an object's fields that is sent in one place. Other schemas are unchanged. */
function pickFields(schema: ObjectSchema, included: (name: string) => boolean): ObjectSchema {
  if (!schema.properties) return schema
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => included(name)))
  const required = (schema.required ?? []).filter(included)
  const { required: _, ...rest } = schema
  return { ...rest, properties, ...(required.length > 0 && { required }) }
}

const idempotencyKey = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 200,
      description: 'The same key with the same body answers what was answered first',
    },
  },
}

const idOf = ({ method, path }: Endpoint) =>
  `${method.toLowerCase()}${path.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`

/** Describes the permitted callers. */
function accessText(access: Access): string {
  if (access === 'worker') return 'staff, unless all their roles are reports'
  if (typeof access === 'string') return access
  const scopes = scopeWords(access)
  if (!('role' in access)) return `system scope ${scopes}`
  const roles = typeof access.role === 'string' ? [access.role] : access.role
  return [
    `role ${roles.join(' or ')}`,
    access.privilege && `and privilege ${access.privilege}`,
    scopes && `or system scope ${scopes}`,
    access.visitor && 'or a self-service session',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Adds the possible refusals to each call: one response per status, which lists the codes of the kit and of the area. Rules of
 * other areas may refuse too, so the schema allows every code of that status.
 */
function withRefusals(document: Json): Json {
  const components = document.components as Components
  const statuses = [...new Set(declaredRefusals.map(({ statusCode }) => statusCode))].sort()
  for (const status of statuses)
    components.schemas[`Refusal${status}`] = {
      allOf: [
        { $ref: '#/components/schemas/Refusal' },
        {
          type: 'object',
          properties: {
            statusCode: { type: 'integer', const: status },
            code: { type: 'string', enum: codesOf(status) },
          },
        },
      ],
    }
  components.responses = {}
  const areas = new Set<string>()
  for (const methods of Object.values(document.paths as Record<string, Record<string, Operation>>))
    for (const operation of Object.values(methods)) {
      const [area] = operation.tags as [string]
      areas.add(area)
      for (const status of statuses) {
        const possibleRefusals = kindsOf(area, status, operation['x-access'] === 'public')
        if (possibleRefusals.length === 0) continue
        const name = `${area}.${operation['x-access'] === 'public' ? 'public.' : ''}${status}`
        components.responses[name] ??= {
          description: possibleRefusals.map(({ code, text }) => `- \`${code}\`: ${text}`).join('\n'),
          content: { 'application/json': { schema: { $ref: `#/components/schemas/Refusal${status}` } } },
        }
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  return { ...document, tags: [...areas].sort().map((name) => ({ name, description: `The area ${name}` })) }
}

const codesOf = (status: number) =>
  [...new Set(declaredRefusals.filter(({ statusCode }) => statusCode === status).map(({ code }) => code))].sort()

/** Refusals of all calls that need a session. */
const sessionRefusals = new Set(['access.required', 'access.forbidden'])

function kindsOf(area: string, status: number, isPublic: boolean) {
  const kinds = declaredRefusals.filter(
    ({ statusCode, code }) =>
      statusCode === status &&
      (code.startsWith('kit.') || code.startsWith(`${area}.`) || (sessionRefusals.has(code) && !isPublic)),
  )
  return [...new Map(kinds.map((kind) => [kind.code, kind])).values()]
}
