import type { Shape, Values } from './fields.ts'

// A field may be an entry of another one, `CustomValues.RING_SIZE`: in the form it is a field like any, the call gets it in its place.

/** What a record holds under the name of a field. */
export function valueAt(record: Values, name: string): unknown {
  if (!name.includes('.')) return record[name]
  const [whole, entry] = name.split('.') as [string, string]
  const within = record[whole]
  return typeof within === 'object' && within !== null && Object.hasOwn(within, entry)
    ? (within as Values)[entry]
    : undefined
}

/** The record with its entries beside its fields, by the names that a form has for them. */
export const withEntries = (record: Values, names: readonly string[]): Values => ({
  ...record,
  ...Object.fromEntries(names.filter((name) => name.includes('.')).map((name) => [name, valueAt(record, name)])),
})

/** What a form sends: each entry within its field. */
export function nested(values: Values): Values {
  const sent: Values = {}
  for (const [name, value] of Object.entries(values)) {
    const [whole, entry] = name.split('.') as [string, string | undefined]
    if (entry === undefined) sent[whole] = value
    else sent[whole] = { ...(sent[whole] as Values | undefined), [entry]: value }
  }
  return sent
}

/** The field of a form that a place in the input belongs to: `CustomValues.STONES.0` to `CustomValues.STONES`. */
export const fieldAt = (at: string, names: readonly string[]) =>
  names.find((name) => name.includes('.') && (at === name || at.startsWith(`${name}.`))) ?? at.split('.')[0] ?? ''

/** The fields of the call, and the entries that the form's own fields bring their schemas for. */
export const shapeWith = (shape: Shape, specs: readonly { name: string; schema?: Shape[string] }[]): Shape => {
  const own = specs.flatMap(({ name, schema }) => (schema ? [[name, schema] as const] : []))
  return own.length > 0 ? { ...shape, ...Object.fromEntries(own) } : shape
}
