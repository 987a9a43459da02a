import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'

type Field = Pick<JsonSchema, 'privilege' | 'visibleIfLookedUpBy' | 'money' | 'masked'>

const cache = new WeakMap<Endpoint, ReadonlyMap<string, Field>>()

/** Returns the declarations of all reply fields by path (`rows[].Owner.Name`), cached per endpoint. */
export function replyFields(endpoint: Endpoint): ReadonlyMap<string, Field> {
  const fields = cache.get(endpoint) ?? readFields(endpoint)
  cache.set(endpoint, fields)
  return fields
}

function readFields({ path, reply }: Endpoint) {
  const shape = toJsonSchema(reply, 'output')
  const fields = new Map<string, Field>()
  let reachable = 0
  for (const [at, { privilege, visibleIfLookedUpBy = [], money, masked }] of fieldsIn(shape, '')) {
    const documented = { ...(privilege !== undefined && { privilege, visibleIfLookedUpBy }), ...(money && { money }) }
    fields.set(at, { ...fields.get(at), ...documented, ...(masked && { masked }) })
    if (privilege !== undefined) reachable++
  }
  const declared = JSON.stringify(shape).split('"privilege":').length - 1
  if (reachable < declared || fields.get('')?.privilege !== undefined)
    throw new Error(`${path} declares a privilege where nothing can be hidden: only a field of a record can`)
  return fields
}

function* fieldsIn(shape: JsonSchema, path: string): Generator<[string, JsonSchema]> {
  const { properties = {}, additionalProperties, items, prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = shape
  yield [path, shape]
  for (const part of [...anyOf, ...oneOf, ...allOf]) yield* fieldsIn(part, path)
  for (const part of items ? [items, ...prefixItems] : prefixItems) yield* fieldsIn(part, `${path}[]`)
  // Fields whose names are data, such as `rows[].CustomValues.*`, cannot need a privilege.
  if (typeof additionalProperties === 'object') yield [`${path}.*`, {}]
  for (const [name, field] of Object.entries(properties)) yield* fieldsIn(field, path === '' ? name : `${path}.${name}`)
}
