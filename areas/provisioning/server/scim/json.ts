import { scimRefusals } from '../../contract/scim.ts'

// Reads JSON of SCIM, in which attribute names are case-insensitive.

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value of an attribute, whatever the case of its name. */
export function attributeOf(resource: Json, name: string): unknown {
  if (name in resource) return resource[name]
  const key = Object.keys(resource).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : resource[key]
}

/** Reads a text of at most `max` characters; null for an empty text. */
export function readText(value: unknown, Attribute: string, max: number): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' || value.length > max) throw scimRefusals.invalidValue({ Attribute })
  return value.trim() || null
}

/** Reads true and false, which Entra also sends as the texts "True" and "False". */
export function readBoolean(value: unknown, Attribute: string): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : undefined
  if (text !== 'true' && text !== 'false') throw scimRefusals.invalidValue({ Attribute })
  return text === 'true'
}

/** Reads a multi-valued attribute such as emails: the primary value, else the one of this type, else the first one. */
export function readPreferredValue(value: unknown, Attribute: string, type: string, max: number): string | null {
  if (typeof value === 'string') return readText(value, Attribute, max)
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) throw scimRefusals.invalidValue({ Attribute })
  const values = value.filter(isObject)
  const preferred =
    values.find((item) => attributeOf(item, 'primary') === true || attributeOf(item, 'primary') === 'True') ??
    values.find((item) => attributeOf(item, 'type') === type) ??
    values[0]
  return preferred ? readText(attributeOf(preferred, 'value'), Attribute, max) : null
}
