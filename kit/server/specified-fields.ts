import type { Endpoint } from '#kit/contract/endpoint.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Translates a body to the field names of the contract: removes ignored fields and renames aliases. */
export function acceptSpecifiedFields({ ignored, aliases }: Endpoint, body: unknown): unknown {
  if (!(ignored || aliases) || !isObject(body)) return body
  let accepted = body
  for (const name of Object.keys(ignored ?? {})) accepted = without(accepted, name.split('.'))
  for (const [alias, name] of Object.entries(aliases ?? {})) accepted = renamed(accepted, alias, name.split('.'))
  return accepted
}

function without(fields: Fields, [name, ...path]: string[]): Fields {
  if (!Object.hasOwn(fields, name!)) return fields
  const { [name!]: value, ...others } = fields
  if (path.length === 0) return others
  return isObject(value) ? { ...others, [name!]: without(value, path) } : fields
}

/** If the body has both names of a field, the contract's own name wins. */
function renamed(fields: Fields, alias: string, [name, inner]: string[]): Fields {
  if (!Object.hasOwn(fields, alias)) return fields
  const { [alias]: value, ...others } = fields
  if (!inner) return { [name!]: value, ...others }
  const outer = parsed(others[name!])
  return isObject(outer) ? { ...others, [name!]: { [inner]: value, ...outer } } : others
}

/** Parses Search if it is a JSON string (specification 7). The contract rejects invalid JSON later. */
function parsed(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
