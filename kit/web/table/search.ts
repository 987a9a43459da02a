import type { Choices } from '../choices.ts'
import type { TextKey } from '../vocabulary.ts'

/**
 * The control of a filter: `text`; fixed values; `{ list }` a lookup list; `outlet`; `yes-no`; `date`; or `{ until }` a range of
 * dates from this field to the named one.
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
  /** Set by the page's own control in the toolbar, but stored, shown as a chip and reset like the others. */
  | { own: true; label?: TextKey; choices?: Choices }
  /** `title`: the label of a custom field. */
  | { kind: 'text' | 'capitals' | 'outlet' | 'yes-no' | 'date'; label?: TextKey; title?: string; example?: string }

/** An object field has one filter per entry: `CustomValues.RING_SIZE`. */
export type ListSearch<Name extends string> = { [Field in Name | `${Name}.${string}`]?: SearchKind<Name> }

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

/** All parameter names that the filters use in the URL. */
export const searchNames = (fields: readonly SearchField[]) =>
  fields.flatMap(({ name, until }) => (until ? [name, until] : [name]))

/**
 * Filters on entries in the URL or a view that the page does not have (any more). They are sent all the same: the server then reports
 * the missing field, instead of returning a list that looks complete.
 */
export function missingEntryFields(
  search: object,
  fields: readonly SearchField[],
  requestedNames: Iterable<string>,
): SearchField[] {
  const names = searchNames(fields)
  const entries = [...new Set(requestedNames)].filter((name) => {
    const [whole = '', entry] = name.split('.')
    return entry && whole in search && !names.includes(name)
  })
  return entries.map((name) => ({ name, control: 'text', title: name.slice(name.indexOf('.') + 1) }))
}

/** The filters shown to the user. Only head office can filter by Deleted. */
export const offeredFields = (fields: readonly SearchField[], isHQ: boolean): SearchField[] =>
  fields
    .filter(({ control }) => control !== 'own')
    .map((field) =>
      isHQ || !Array.isArray(field.choices)
        ? field
        : { ...field, choices: field.choices.filter((choice) => choice !== 'Deleted') },
    )
