import type { Shape, Values } from './fields.ts'

// A form field may be an entry of an object field, such as `CustomValues.RING_SIZE`. The call gets it inside its parent.

/** Only the first dot separates: the entry of `Values.company.name` is `company.name`. */
function splitName(name: string): { parent: string; entry?: string } {
  const dot = name.indexOf('.')
  return dot < 0 ? { parent: name } : { parent: name.slice(0, dot), entry: name.slice(dot + 1) }
}

/** The record's value of a field, nested or not. */
export function valueAt(record: Values, name: string): unknown {
  const { parent, entry } = splitName(name)
  if (entry === undefined) return record[name]
  const container = record[parent]
  return typeof container === 'object' && container !== null && Object.hasOwn(container, entry)
    ? (container as Values)[entry]
    : undefined
}

/** The record with its nested entries added under their form names. */
export const withEntries = (record: Values, names: readonly string[]): Values => ({
  ...record,
  ...Object.fromEntries(names.filter((name) => name.includes('.')).map((name) => [name, valueAt(record, name)])),
})

/** The inverse of withEntries: moves each entry into its parent object. */
export function nestEntries(values: Values): Values {
  const result: Values = {}
  for (const [name, value] of Object.entries(values)) {
    const { parent, entry } = splitName(name)
    if (entry === undefined) result[parent] = value
    else result[parent] = { ...(result[parent] as Values | undefined), [entry]: value }
  }
  return result
}

/** The form field to which a path of the input belongs: `CustomValues.STONES.0` → `CustomValues.STONES`. */
export const fieldAt = (at: string, names: readonly string[]) =>
  names.find((name) => name.includes('.') && (at === name || at.startsWith(`${name}.`))) ?? at.split('.')[0] ?? ''

/** The call's shape, extended by the schemas that form fields declare themselves. */
export const shapeWith = (shape: Shape, specs: readonly { name: string; schema?: Shape[string] }[]): Shape => {
  const fieldSchemas = specs.flatMap(({ name, schema }) => (schema ? [[name, schema] as const] : []))
  return fieldSchemas.length > 0 ? { ...shape, ...Object.fromEntries(fieldSchemas) } : shape
}
