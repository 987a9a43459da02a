import type { Choices } from '../choices.ts'
import type { TextKey } from '../vocabulary.ts'

/**
 * How a filter is asked for: `text`; fixed values; `{ list }` a lookup list; `outlet`; `yes-no`; `date`; or
 * `{ until }` a range of dates that this field begins and the named one ends.
 */
export type SearchKind<Name extends string> =
  | 'text'
  | 'capitals'
  | 'outlet'
  | 'yes-no'
  | 'date'
  | readonly string[]
  | { list: string; label?: TextKey }
  | { until: Name; label?: TextKey }
  | { choices: Choices; label?: TextKey; title?: string }
  /** Asked for by a control of the page's own, in the toolbar; kept, shown as a chip and reset like the others. */
  | { own: true; label?: TextKey; choices?: Choices }
  /** `title`: what the company itself calls a field that it added. */
  | { kind: 'text' | 'capitals' | 'outlet' | 'yes-no' | 'date'; label?: TextKey; title?: string; example?: string }

/** A field that holds entries is asked for by each of them: `CustomValues.RING_SIZE`. */
export type Search<Name extends string> = { [Field in Name | `${Name}.${string}`]?: SearchKind<Name> }

export type SearchField = {
  name: string
  control: 'text' | 'capitals' | 'select' | 'outlet' | 'date' | 'dates' | 'own'
  label?: TextKey | undefined
  title?: string | undefined
  example?: string | undefined
  choices?: Choices | undefined
  /** The field that ends the range. */
  until?: string | undefined
}

export const searchFields = (search: Partial<Record<string, SearchKind<string>>>): SearchField[] =>
  Object.entries(search).flatMap(([name, kind]) => (kind === undefined ? [] : [fieldOf(name, kind)]))

function fieldOf(name: string, kind: SearchKind<string>): SearchField {
  if (kind === 'yes-no') return { name, control: 'select', choices: ['Y', 'N'] }
  if (kind === 'outlet') return { name, control: 'outlet', choices: 'outlet' }
  if (typeof kind === 'string') return { name, control: kind }
  if (isValues(kind)) return { name, control: 'select', choices: kind }
  const { label } = kind
  if ('until' in kind) return { name, control: 'dates', until: kind.until, label }
  if ('own' in kind) return { name, control: 'own', label, choices: kind.choices }
  const title = 'title' in kind ? kind.title : undefined
  if ('kind' in kind) return { ...fieldOf(name, kind.kind), label, title, example: kind.example }
  return { name, control: 'select', choices: 'list' in kind ? { list: kind.list } : kind.choices, label, title }
}

const isValues = (kind: SearchKind<string>): kind is readonly string[] => Array.isArray(kind)

/** Every name that a search writes into the address. */
export const searchNames = (fields: readonly SearchField[]) =>
  fields.flatMap(({ name, until }) => (until ? [name, until] : [name]))

/**
 * Entries that an address or a view asks for and the page does not offer (any more): they are asked for all the same, so that the server
 * says what is gone instead of a list that looks complete.
 */
export function unoffered(search: object, fields: readonly SearchField[], asked: Iterable<string>): SearchField[] {
  const names = searchNames(fields)
  const entries = [...new Set(asked)].filter((name) => {
    const [whole = '', entry] = name.split('.')
    return entry && whole in search && !names.includes(name)
  })
  return entries.map((name) => ({ name, control: 'text', title: name.slice(name.indexOf('.') + 1) }))
}

/** What the search section asks for. What was deleted is looked at by head office only. */
export const offeredFields = (fields: readonly SearchField[], isHQ: boolean): SearchField[] =>
  fields
    .filter(({ control }) => control !== 'own')
    .map((field) =>
      isHQ || !Array.isArray(field.choices)
        ? field
        : { ...field, choices: field.choices.filter((choice) => choice !== 'Deleted') },
    )
