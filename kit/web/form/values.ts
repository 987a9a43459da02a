import type { Shape, Values } from './fields.ts'
import { fieldProperties } from './schema.ts'

/** The initial values: the record's value, else the schema's default, else No for a switch. */
export function initialValues(shape: Shape, names: readonly string[], record: Values): Values {
  return Object.fromEntries(
    names.map((name) => {
      const facts = shape[name] && fieldProperties(shape[name])
      const preset = facts?.preset ?? (facts?.kind === 'switch' ? (facts.options ? 'N' : false) : undefined)
      return [name, record[name] ?? preset]
    }),
  )
}

/** Values that the call requires and the form does not show, taken from the record: its key and version. */
export function hiddenValues(shape: Shape, names: readonly string[], record: Values): Values {
  const present = Object.entries(shape).filter(([name]) => !names.includes(name) && record[name] !== undefined)
  const needed = present.filter(([name, schema]) => name === 'Version' || fieldProperties(schema).required)
  return Object.fromEntries(needed.map(([name]) => [name, record[name]]))
}

/** The field errors of antd's failed validation. */
export function toFieldErrors(refused: unknown): { name: string; message: string }[] {
  if (typeof refused !== 'object' || refused === null || !('errorFields' in refused)) throw refused
  const fields = refused.errorFields as { name: (string | number)[]; errors: string[] }[]
  return fields.map(({ name, errors }) => ({ name: String(name[0]), message: errors[0] ?? '' }))
}
