import type { Shape, Values } from './fields.ts'
import { factsOf } from './schema.ts'

/** What the form starts with: the record's value, else the schema's preset, else No for a switch. */
export function startOf(shape: Shape, names: readonly string[], given: Values): Values {
  return Object.fromEntries(
    names.map((name) => {
      const facts = shape[name] && factsOf(shape[name])
      const preset = facts?.preset ?? (facts?.kind === 'switch' ? (facts.options ? 'N' : false) : undefined)
      return [name, given[name] ?? preset]
    }),
  )
}

/** What the call demands and the form does not show, taken from the record: its key and the version it was read at. */
export function unshown(shape: Shape, names: readonly string[], given: Values): Values {
  const present = Object.entries(shape).filter(([name]) => !names.includes(name) && given[name] !== undefined)
  const needed = present.filter(([name, schema]) => name === 'Version' || factsOf(schema).required)
  return Object.fromEntries(needed.map(([name]) => [name, given[name]]))
}

/** The mistakes of a form that antd refused to submit. */
export function errorsOf(refused: unknown): { name: string; message: string }[] {
  if (typeof refused !== 'object' || refused === null || !('errorFields' in refused)) throw refused
  const fields = refused.errorFields as { name: (string | number)[]; errors: string[] }[]
  return fields.map(({ name, errors }) => ({ name: String(name[0]), message: errors[0] ?? '' }))
}
