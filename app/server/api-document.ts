import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { z } from 'zod'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'
import { declaredRefusals, RefusalReply } from '#kit/contract/refusal.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { areaOf } from './areas.ts'
import { release } from './release.ts'

// The OpenAPI document: what each address declares as its call, put into the words of JSON Schema by zod, and into one
// document by @fastify/swagger. A client can be made from it.

type Json = Record<string, unknown>
type ObjectSchema = Json & { properties?: Record<string, Json>; required?: string[] }
type Components = { schemas: Record<string, unknown>; responses: Record<string, unknown> }
/** Before the responses of a call are put together, the one that is a file or JSON, by its status. */
type Operation = Json & { responses: Record<string, unknown> }

/** How @fastify/swagger makes the document of everything that is mounted after it. */
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
    transform: ({ route, url, ...made }) => {
      const endpoint = route.config?.endpoint
      if (!endpoint) return { schema: { hide: true }, url }
      const { schemas } = (made as unknown as { openapiObject: { components: Components } }).openapiObject.components
      const outside = !url.startsWith(`${basePath}${API_BASE}/`)
      const schema = { ...operation(endpoint, schemas), ...(outside && { servers: [{ url: basePath || '/' }] }) }
      return { schema: schema as never, url: outside ? url.slice(basePath.length) : url }
    },
    transformObject: (made) => withRefusals((made as { openapiObject: Json }).openapiObject) as never,
  }
}

/** The words of JSON Schema that we use. What a form wants to know beside them stands in no document. */
const keywords = new Set(
  (
    'type properties required additionalProperties propertyNames items prefixItems minItems maxItems enum const anyOf oneOf allOf not ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format default description title $ref $defs'
  ).split(' '),
)

/**
 * A schema in the words of JSON Schema. What it refers to inside of itself moves to the document's own schemas, where a
 * reference finds it wherever it stands.
 */
function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  name: string,
  shared: Record<string, unknown>,
): ObjectSchema {
  const made = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    cycles: 'ref',
    override: ({ jsonSchema }) => {
      for (const key of Object.keys(jsonSchema)) if (!keywords.has(key)) delete jsonSchema[key]
    },
  })
  const text = JSON.stringify(made).replace(
    /"#\/\$defs\/([^"]+)"/g,
    (_, own: string) => `"#/components/schemas/${name}.${own}"`,
  )
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(text) as ObjectSchema & { $defs?: Json }
  for (const [own, definition] of Object.entries($defs)) shared[`${name}.${own}`] = definition
  return rest
}

function operation(endpoint: Endpoint, shared: Record<string, unknown>): Json {
  const id = idOf(endpoint)
  const names = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const input = withSpecifiedFields(endpoint, schemaOf(endpoint.body, 'input', `${id}.Input`, shared))
  const params = picked(input, (name) => names.has(name))
  const fields = picked(input, (name) => !names.has(name))
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
            ? contentOf(file.gives)
            : {
                'application/json': { schema: schemaOf(endpoint.reply, 'output', `${id}.Reply`, shared) },
              },
      },
    },
  }
}

/** Beside the contract's own fields: those that are ignored, with the reason, and the other names of a field. */
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

const contentOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type.split(';')[0]!, { schema: { type: 'string', format: 'binary' } }]))

/** The part of an object's fields that is sent in one place. A body that is no object goes as it is. */
function picked(schema: ObjectSchema, included: (name: string) => boolean): ObjectSchema {
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
  `${method.toLowerCase()}${path.replace(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`

/** Who may make a call, in words. */
function accessText(access: Access): string {
  if (access === 'worker') return 'staff, unless all their roles are reports'
  if (typeof access === 'string') return access
  if (!('role' in access)) return `system scope ${access.system}`
  const roles = typeof access.role === 'string' ? [access.role] : access.role
  return [
    `role ${roles.join(' or ')}`,
    access.privilege && `and privilege ${access.privilege}`,
    access.system && `or system scope ${access.system}`,
    access.visitor && 'or a self-service session',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Adds to each call how it can be refused: one response for each status, which names the codes that are the kit's and
 * its area's own. A rule of a neighbouring area may say no as well, so its code is one of all with that status.
 */
function withRefusals(document: Json): Json {
  const components = document.components as Components
  const statuses = [...new Set(declaredRefusals.map(({ statusCode }) => statusCode))].sort()
  for (const status of statuses)
    components.schemas[`Refusal${status}`] = {
      allOf: [
        { $ref: '#/components/schemas/Refusal' },
        { type: 'object', properties: { statusCode: { const: status }, code: { enum: codesOf(status) } } },
      ],
    }
  components.responses = {}
  const areas = new Set<string>()
  for (const methods of Object.values(document.paths as Record<string, Record<string, Operation>>))
    for (const operation of Object.values(methods)) {
      const [area] = operation.tags as [string]
      areas.add(area)
      for (const status of statuses) {
        const own = kindsOf(area, status, operation['x-access'] === 'public')
        if (own.length === 0) continue
        const name = `${area}.${operation['x-access'] === 'public' ? 'public.' : ''}${status}`
        components.responses[name] ??= {
          description: own.map(({ code, text }) => `- \`${code}\`: ${text}`).join('\n'),
          content: { 'application/json': { schema: { $ref: `#/components/schemas/Refusal${status}` } } },
        }
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
      }
    }
  return { ...document, tags: [...areas].sort().map((name) => ({ name, description: `The area ${name}` })) }
}

const codesOf = (status: number) =>
  [...new Set(declaredRefusals.filter(({ statusCode }) => statusCode === status).map(({ code }) => code))].sort()

/** Asked of everybody who is not a stranger. */
const ofSession = new Set(['access.required', 'access.forbidden'])

function kindsOf(area: string, status: number, isPublic: boolean) {
  const kinds = declaredRefusals.filter(
    ({ statusCode, code }) =>
      statusCode === status &&
      (code.startsWith('kit.') || code.startsWith(`${area}.`) || (ofSession.has(code) && !isPublic)),
  )
  return [...new Map(kinds.map((kind) => [kind.code, kind])).values()]
}
