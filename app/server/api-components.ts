import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import { eventSchemas } from '#areas/event-feed/contract.ts'
import { type AccessRule, type Endpoint, scopesOfAccessRule } from '#kit/contract/endpoint.ts'
import * as fields from '#kit/contract/fields.ts'
import { declaredSetupRecords } from '#kit/contract/record.ts'
import { apiFieldTypes, type JsonObject } from './api-fields.ts'

// Builds the named component schemas of the API document.
// Each record that a contract exports becomes one component, which all calls reference by the name of its constant.

export type ObjectSchema = JsonObject & { properties?: Record<string, JsonObject>; required?: string[] }
type Side = 'input' | 'output'
type Names = ReadonlyMap<z.ZodType, string>

/** Component names to use where the constant's name is unclear without its area. */
const preferredNames: Record<string, string> = {
  'sales.Summary': 'Sale',
  'sales.SummaryWithDetails': 'SaleWithLines',
  'sales.Detail': 'SaleLine',
  'sales.NewDetail': 'NewSaleLine',
  'sales.NewCancel': 'NewCancellation',
  'sales.CancelDetail': 'CancelledLine',
  'sales.Posted': 'PostedSale',
  'sales.Bonus': 'SaleBonus',
  'points.History': 'LedgerEntry',
  'memberships.Balance': 'PointBalance',
}

const areasFolder = new URL('../../areas/', import.meta.url)
const isContract = (path: string) => /(^|\/)contract(\/[^/]+)*\.ts$/.test(path) && !path.endsWith('.test.ts')
const pascal = (name: string) => name.replace(/(?:^|[-_. ]+)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())

/** True for calls that programs may make: every call with a scope, and the sign-in of programs. */
export const isOpenToPrograms = ({ access, path }: Endpoint) =>
  alternativeProgramScopes(access).length > 0 || path === '/auth/system/sign-in'

/** The alternative sets of scopes that allow a program to make a call. Empty if programs may not make the call. */
export function alternativeProgramScopes(access: AccessRule): readonly (readonly string[])[] {
  const scopes = scopesOfAccessRule(access)
  if (scopes.length === 0) return []
  const isAlternative = typeof access === 'object' && typeof access.system === 'object' && 'field' in access.system
  return isAlternative ? scopes.map((scope) => [scope]) : [scopes]
}

/**
 * Returns the names of all schemas that contracts export: records, unions, enums and the kit's field types.
 * Request and reply of a call that is open to programs are named after the call.
 */
export async function nameExportedSchemas(): Promise<Names> {
  const names = new Map<z.ZodType, string>()
  for (const [name, schema] of Object.entries(fields))
    if (isSchema(schema) && apiFieldTypes[pascal(name)]) names.set(schema, pascal(name))
  const definitions = new Map<z.ZodType, { folder: string; name: string }>()
  for (const { title, Row, Fields } of declaredSetupRecords) {
    definitions.set(Row as never, { folder: '', name: pascal(title) })
    definitions.set(Fields as never, { folder: '', name: `New${pascal(title)}` })
  }
  for (const [type, schema] of Object.entries(eventSchemas))
    definitions.set(schema, { folder: '', name: `${type}.event` })
  const programCalls: [name: string, endpoint: Endpoint][] = []
  const paths = (await readdir(areasFolder, { recursive: true })).map((path) => path.replaceAll('\\', '/'))
  for (const path of paths.filter(isContract).sort()) {
    const contract = (await import(/* @vite-ignore */ new URL(path, areasFolder).href)) as Record<string, unknown>
    const folder = path
      .replace(/\/contract(\/.*|\.ts)$/, '')
      .split('/')
      .at(-1)!
    // Sorted, because a schema without an exported name is named after its first call, and loaders list exports differently.
    const exported = Object.entries(contract).sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [name, schema] of exported) {
      if (isSchema(schema) && isShared(schema) && !names.has(schema) && !definitions.has(schema))
        definitions.set(schema, { folder, name })
      if (isProgramCall(schema)) programCalls.push([name, schema])
    }
  }
  for (const [name, { body, reply }] of programCalls) {
    if (isShared(body) && !definitions.has(body)) definitions.set(body, { folder: '', name: `${name}Request` })
    if (isShared(reply) && !definitions.has(reply)) definitions.set(reply, { folder: '', name: `${name}Reply` })
  }
  const uses = Map.groupBy(definitions.values(), ({ name }) => pascal(name))
  for (const [schema, { folder, name }] of definitions) {
    const plain = pascal(name)
    names.set(
      schema,
      preferredNames[`${folder}.${name}`] ?? (uses.get(plain)!.length > 1 ? pascal(folder) + plain : plain),
    )
  }
  return names
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
const isProgramCall = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  'reply' in value &&
  isOpenToPrograms(value as Endpoint)
const isShared = ({ def }: z.ZodType) => ['object', 'union', 'enum'].includes(def.type)

/** The JSON Schema keywords to keep in the document. Other metadata, which is for forms, is removed. */
const keywords = new Set(
  (
    'type properties required additionalProperties propertyNames items prefixItems minItems maxItems enum const anyOf oneOf allOf not ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format default description title $ref $defs'
  ).split(' '),
)

/** Merges `anyOf: [type, null]` into one array of types, if the remaining keywords apply to one type only. */
function foldNull(schema: z.core.JSONSchema.BaseSchema) {
  const { anyOf = [] } = schema
  const value = anyOf.find(({ type }) => type !== 'null')
  if (anyOf.length !== 2 || !value || !anyOf.some(({ type }) => type === 'null')) return
  if (typeof value.type !== 'string' || 'enum' in value || 'const' in value || 'properties' in value) return
  const { type, ...keywordsOfValue } = value
  delete schema.anyOf
  Object.assign(schema, { ...keywordsOfValue, ...schema, type: [type, 'null'] })
}

const REFERENCE = '#/components/schemas/'

/** Converts request bodies and replies to JSON Schema, and returns the components that they reference as `schemas`. */
export function convertSchemas(bodies: readonly z.ZodType[], replies: readonly z.ZodType[], names: Names) {
  const converted = { input: convert(bodies, names, 'input'), output: convert(replies, names, 'output') }
  const component = (side: Side, name: string) => JSON.stringify(converted[side].components[name] ?? null)
  const referencesOf = (text: string) =>
    [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)

  // A record becomes two components if its input differs from its output, or if a record inside it does.
  const all = [...new Set(names.values())]
  const differing = new Set(all.filter((name) => component('input', name) !== component('output', name)))
  for (let before = -1; before !== differing.size; ) {
    before = differing.size
    for (const name of all)
      if (referencesOf(component('input', name)).some((inner) => differing.has(inner))) differing.add(name)
  }
  const used = { input: new Set<string>(), output: new Set<string>() }
  const visit = (side: Side, text: string) => {
    for (const name of referencesOf(text))
      if (!used[side].has(name)) {
        used[side].add(name)
        visit(side, component(side, name))
      }
  }
  for (const side of ['input', 'output'] as const)
    for (const root of converted[side].roots.values()) visit(side, JSON.stringify(root))

  const finalName = (side: Side, name: string) =>
    side === 'input' && differing.has(name) && used.output.has(name) ? `${name}Input` : name
  const rename = <Value>(side: Side, value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replace(
        /"#\/components\/schemas\/([^"]+)"/g,
        (_, name: string) => `"${REFERENCE}${finalName(side, name)}"`,
      ),
    ) as Value
  const schemas: Record<string, ObjectSchema> = {}
  for (const side of ['output', 'input'] as const)
    for (const name of used[side]) schemas[finalName(side, name)] ??= rename(side, converted[side].components[name]!)
  const lookUp = (side: Side) => {
    const roots = new Map([...converted[side].roots].map(([schema, root]) => [schema, rename(side, root)]))
    return (schema: z.ZodType) => roots.get(schema)!
  }
  /** Returns a schema unchanged, or the component that the schema references. */
  const resolve = (schema: ObjectSchema): ObjectSchema => {
    const { $ref, ...rest } = schema
    return typeof $ref === 'string' ? { ...resolve(schemas[$ref.slice(REFERENCE.length)]!), ...rest } : schema
  }
  return { schemas, bodyOf: lookUp('input'), replyOf: lookUp('output'), resolve }
}

/** Converts all named schemas and the given root schemas in one pass; the root schemas reference the named ones. */
function convert(roots: readonly z.ZodType[], names: Names, io: Side) {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const ids = new Map<z.ZodType, string>()
  for (const root of new Set(roots)) {
    ids.set(root, names.get(root) ?? `@${ids.size}`)
    if (!names.has(root)) registry.add(root, { id: ids.get(root)! })
  }
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    cycles: 'throw',
    uri: (id) => `${REFERENCE}${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      foldNull(jsonSchema)
      for (const key of Object.keys(jsonSchema)) if (!keywords.has(key)) delete jsonSchema[key]
      if (['any', 'unknown', 'custom'].includes(zodSchema._zod.def.type) && !('type' in jsonSchema))
        jsonSchema.$ref ??= `${REFERENCE}Json`
      // Removes the bounds that every integer in JSON has.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // Removes the pattern of a UUID, because the format `uuid` already implies it.
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern
      // Replies may contain further fields, because a later release may add fields to a reply.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as { schemas: Record<string, ObjectSchema> }
  const components: Record<string, ObjectSchema> = {}
  const anonymous: Record<string, ObjectSchema> = {}
  for (const [id, { $schema: _, $id: __, ...schema }] of Object.entries(schemas))
    if (id.startsWith('@')) anonymous[id] = schema
    else components[id] = apiFieldTypes[id] ?? schema
  // Replaces each reference to an unnamed schema by the schema itself.
  const inline = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value).replace(/\{"\$ref":"#\/components\/schemas\/(@\d+)"\}/g, (_, id: string) =>
        JSON.stringify(inline(anonymous[id])),
      ),
    ) as Value
  const rootOf = (id: string): ObjectSchema =>
    id.startsWith('@') ? inline(anonymous[id]!) : { $ref: `${REFERENCE}${id}` }
  return {
    components: inline(components),
    roots: new Map([...ids].map(([schema, id]) => [schema, rootOf(id)])),
  }
}
