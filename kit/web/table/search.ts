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
  | { choices: Choices; label?: TextKey }
  /** Asked for by a control of the page's own, in the toolbar; kept, shown as a chip and reset like the others. */
  | { own: true; label?: TextKey; choices?: Choices }
  | { kind: 'text' | 'capitals' | 'outlet' | 'yes-no' | 'date'; label?: TextKey; example?: string }

export type Search<Name extends string> = { [Field in Name]?: SearchKind<Name> }

export type SearchField = {
  name: string
  control: 'text' | 'capitals' | 'select' | 'outlet' | 'date' | 'dates' | 'own'
  label?: TextKey | undefined
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
  if ('kind' in kind) return { ...fieldOf(name, kind.kind), label, example: kind.example }
  return { name, control: 'select', choices: 'list' in kind ? { list: kind.list } : kind.choices, label }
}

const isValues = (kind: SearchKind<string>): kind is readonly string[] => Array.isArray(kind)

/** Every name that a search writes into the address. */
export const searchNames = (fields: readonly SearchField[]) =>
  fields.flatMap(({ name, until }) => (until ? [name, until] : [name]))

/** What the search section asks for. What was deleted is looked at by head office only. */
export const offeredFields = (fields: readonly SearchField[], isHQ: boolean): SearchField[] =>
  fields
    .filter(({ control }) => control !== 'own')
    .map((field) =>
      isHQ || !Array.isArray(field.choices)
        ? field
        : { ...field, choices: field.choices.filter((choice) => choice !== 'Deleted') },
    )
