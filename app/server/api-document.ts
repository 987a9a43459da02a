import { z } from 'zod'
import type { Access, Endpoint } from '#kit/contract/endpoint.ts'
import { API_BASE } from '#kit/server/serve.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as Json
  return rest
}

/** The OpenAPI 3.1 document of these calls, made from the contracts that the server itself judges by. */
export function apiDocument(endpoints: readonly Endpoint[], basePath = ''): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carat API',
      version: '1.0',
      description:
        'Lists take { Rows, Page, Search, SortOption, SortDirection } and answer { count, rows }. Unknown fields are refused. ' +
        'Money and rates travel as decimal text, points as whole numbers, instants in UTC.',
    },
    servers: [{ url: `${basePath}${API_BASE}` }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'access_token of /auth/sign-in/verify or /auth/system/sign-in',
        },
      },
      schemas: { Refusal: refusalSchema },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const {
    properties = {},
    required = [],
    ...body
  } = jsonSchema(endpoint.body, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)))
  const isGet = endpoint.method === 'GET'
  return {
    operationId: idOf(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    'x-access': accessText(endpoint.access),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...names.map((name) => parameter(name, 'path')),
      ...(isGet ? Object.keys(fields).map((name) => parameter(name, 'query')) : []),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(!isGet && {
      requestBody: {
        required: required.some((name) => !names.includes(name)),
        content: {
          'application/json': {
            schema: {
              ...body,
              properties: fields,
              ...(required.length > 0 && { required: required.filter((name) => !names.includes(name)) }),
            },
          },
        },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        content: { 'application/json': { schema: jsonSchema(endpoint.reply, 'output') } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

const idOf = ({ method, path }: Endpoint) =>
  `${method.toLowerCase()}${path.replace(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`

/** Who may make a call, in words. */
export function accessText(access: Access): string {
  if (typeof access === 'string') return access
  if (!('role' in access)) return `system scope ${access.system}`
  const roles = typeof access.role === 'string' ? [access.role] : access.role
  return [
    `role ${roles.join(' or ')}`,
    access.privilege && `and privilege ${access.privilege}`,
    access.system && `or system scope ${access.system}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body answers what was answered first',
  schema: { type: 'string', maxLength: 200 },
}

const refusalSchema = {
  type: 'object',
  required: ['statusCode', 'code', 'error', 'message', 'params', 'requestId'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string', description: 'area.reason' },
    error: { type: 'string' },
    message: { type: 'string' },
    params: { type: 'object' },
    details: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    current: { description: 'The record as it stands now, with a stale Version' },
    requestId: { type: 'string' },
  },
}
