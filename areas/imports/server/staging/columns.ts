import pg from 'pg'
import { normaliseText } from '#kit/contract/normal-form.ts'
import { type Mapping, targetFields } from '../../contract/mapping.ts'
import { type ImportKind, refusals } from '../../contract.ts'

/** How a field of ours is read from a staged row, as SQL. */
export type Columns = {
  /** Text of the field in the row `r`, null where it is empty. Blanks around it are taken off. */
  text(field: string): string
  /** The field's cell as it stands in the file, undefined where no column is mapped to it: the quick form for long scans. */
  cell(field: string): string | undefined
  /** Whether the file or the mapping says anything of the field. */
  has(field: string): boolean
  /** The same two for a column that the mapping names outside its field list. */
  column(name: string): { text: string; cell: string }
  max(field: string): number
  /** Whether each good row has a cell of its own: the field is required and no constant stands in for it. */
  everywhere(field: string): boolean
}

type Fields = Record<string, { required: boolean; or?: readonly string[]; max: number }>

/** Pairs the mapping with the file's columns; refuses what does not fit, before anything is read. */
export function columnsOf(kind: ImportKind, mapping: Mapping, header: readonly string[], own: Fields = {}): Columns {
  const fields: Fields = { ...targetFields[kind], ...own }
  const at = new Map<string, number>()
  for (const [column, field] of Object.entries(mapping.columns)) {
    if (!Object.hasOwn(fields, field)) throw refusals.mapping({ reason: `there is no field ${field}` })
    if (at.has(field)) throw refusals.mapping({ reason: `two columns are mapped to ${field}` })
    at.set(field, placeOf(column, header))
  }
  for (const field of Object.keys(mapping.constants)) {
    if (!Object.hasOwn(fields, field)) throw refusals.mapping({ reason: `there is no field ${field}` })
  }
  const has = (field: string) => at.has(field) || field in mapping.constants
  for (const [field, { required, or = [] }] of Object.entries(fields)) {
    if (required && ![field, ...or].some(has))
      throw refusals.mapping({ reason: `${[field, ...or].join(' or ')} is not mapped` })
  }

  return {
    has,
    column: (name) => ({ text: trimmed(placeOf(name, header)), cell: `r.c${placeOf(name, header)}` }),
    cell: (field) => (at.has(field) ? `r.c${at.get(field)}` : undefined),
    max: (field) => fields[field]!.max,
    everywhere: (field) => fields[field]!.required && at.has(field) && !(field in mapping.constants),
    text(field) {
      const place = at.get(field)
      const constant = mapping.constants[field]
      const literal = constant === undefined ? undefined : `${pg.escapeLiteral(constant)}::text`
      if (place === undefined) return literal ?? 'null::text'
      return literal ? `coalesce(${trimmed(place)}, ${literal})` : trimmed(place)
    },
  }
}

const trimmed = (place: number) => `nullif(btrim(r.c${place}), '')`

function placeOf(column: string, header: readonly string[]) {
  const place = header.findIndex((name) => normaliseText(name) === normaliseText(column))
  if (place < 0) throw refusals.column({ column })
  return place + 1
}
