import type { SelectChoiceSource } from '../choices.ts'
import type { TextKey } from '../vocabulary.ts'

/**
 * The control of a filter: `text`, fixed values, `{ list }` for a lookup list, `outlet`, `yes-no` or `date`.
 * `{ until }` is a range of dates from this field to the named field.
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
  | { choices: SelectChoiceSource; label?: TextKey; title?: string }
  /** A filter that the page's own toolbar control sets. It is stored, shown and reset like other filters. */
  | { own: true; label?: TextKey; choices?: SelectChoiceSource }
  /** A filter with its label; `title` is the label of a custom field. */
  | { kind: 'text' | 'capitals' | 'outlet' | 'yes-no' | 'date'; label?: TextKey; title?: string; example?: string }

/** A filter name. An object field has one filter for each entry: `CustomValues.RING_SIZE`. */
export type ListSearch<Name extends string> = { [Field in Name | `${Name}.${string}`]?: SearchKind<Name> }

export type SearchField = {
  name: string
  control: 'text' | 'capitals' | 'select' | 'outlet' | 'date' | 'dates' | 'own'
  label?: TextKey | undefined
  title?: string | undefined
  example?: string | undefined
  choices?: SelectChoiceSource | undefined
  /** The filter for the end of a range of dates. */
  until?: string | undefined
}

export const toSearchFields = (search: Partial<Record<string, SearchKind<string>>>): SearchField[] =>
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

/** Returns the names of all URL parameters that the filters use. */
export const filterParamNames = (fields: readonly SearchField[]) =>
  fields.flatMap(({ name, until }) => (until ? [name, until] : [name]))

/**
 * Returns filters of nested fields, such as deleted custom fields, that the URL or a view has and the page lacks.
 * The list sends these filters anyway, so that the server reports the missing field instead of returning too many rows.
 */
export function missingEntryFields(
  search: object,
  fields: readonly SearchField[],
  requestedNames: Iterable<string>,
): SearchField[] {
  const names = filterParamNames(fields)
  const entries = [...new Set(requestedNames)].filter((name) => {
    const [whole = '', entry] = name.split('.')
    return entry && whole in search && !names.includes(name)
  })
  return entries.map((name) => ({ name, control: 'text', title: name.slice(name.indexOf('.') + 1) }))
}

/** Returns the filters that the user sees. Only head office can filter by Deleted. */
export const visibleFilterFields = (fields: readonly SearchField[], isHQ: boolean): SearchField[] =>
  fields
    .filter(({ control }) => control !== 'own')
    .map((field) =>
      isHQ || !Array.isArray(field.choices)
        ? field
        : { ...field, choices: field.choices.filter((choice) => choice !== 'Deleted') },
    )
