import pg from 'pg'
import { normaliseText } from '#kit/contract/normal-form.ts'
import { type Mapping, numberFields, targetFields, yesNoFields } from '../../contract/mapping.ts'
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
  /** Cells of `raw` that the mapping works out of those of the file. */
  derived: readonly Derived[]
}

/** `expression` reads the row `r`. */
export type Derived = { column: string; expression: string }

type Fields = Record<string, { required: boolean; or?: readonly string[]; max: number; isNumber?: boolean }>

/** Pairs the mapping with the file's columns; refuses what does not fit, before anything is read. */
export function columnsOf(kind: ImportKind, mapping: Mapping, header: readonly string[], own: Fields = {}): Columns {
  const fields: Fields = { ...targetFields[kind], ...own }
  const { columns, constants, join, values } = mapping
  for (const field of [...Object.values(columns), ...[constants, join, values].flatMap(Object.keys)])
    if (!Object.hasOwn(fields, field)) throw refusals.mapping({ reason: `there is no field ${field}` })
  const at = new Map<string, number>()
  for (const [column, field] of Object.entries(columns)) {
    if (at.has(field) || Object.hasOwn(join, field))
      throw refusals.mapping({ reason: `two columns are mapped to ${field}` })
    at.set(field, placeOf(column, header))
  }
  const derived: Derived[] = []
  for (const field of [...at.keys(), ...Object.keys(join)]) {
    const place = at.get(field)
    const cell = place === undefined ? joined(join[field]!, header) : `r.c${place}`
    const expression = converted(field, cell, mapping, numberFields.has(field) || fields[field]!.isNumber === true)
    if (expression === `r.c${place}`) continue
    at.set(field, header.length + derived.length + 1)
    derived.push({ column: `c${header.length + derived.length + 1}`, expression })
  }
  const has = (field: string) => at.has(field) || field in mapping.constants
  for (const [field, { required, or = [] }] of Object.entries(fields)) {
    if (required && ![field, ...or].some(has))
      throw refusals.mapping({ reason: `${[field, ...or].join(' or ')} is not mapped` })
  }

  return {
    has,
    derived,
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

const joined = ({ columns, separator }: Mapping['join'][string], header: readonly string[]) =>
  `concat_ws(${pg.escapeLiteral(separator)}, ${columns.map((column) => trimmed(placeOf(column, header))).join(', ')})`

/** Words for yes and no that other systems write. */
const yesNoWords = {
  ...Object.fromEntries(['yes', 'true', '1', 'subscribed'].map((word) => [word, 'Y'])),
  ...Object.fromEntries(['no', 'false', '0', 'unsubscribed'].map((word) => [word, 'N'])),
}

/** The cell as our values are written: words of the file replaced, numbers with a decimal point. */
function converted(field: string, cell: string, { values, decimals }: Mapping, isNumber: boolean) {
  const words = { ...(yesNoFields.has(field) && yesNoWords), ...values[field] }
  const cases = Object.entries(words).map(
    ([word, value]) => `when ${pg.escapeLiteral(normaliseText(word).toLowerCase())} then ${pg.escapeLiteral(value)}`,
  )
  const text = cases.length === 0 ? cell : `case lower(btrim(${cell})) ${cases.join(' ')} else ${cell} end`
  return isNumber && decimals !== null ? withPoint(text, decimals) : text
}

/**
 * A number without currency and thousands, with a decimal point. What is no number in this notation is put in quotation
 * marks, so that it fails as no number instead of being read in another one.
 */
function withPoint(text: string, decimals: NonNullable<Mapping['decimals']>) {
  const [point, thousands] = decimals === ',' ? [',', `[.' ]`] : ['[.]', `[,' ]`]
  const plain = `regexp_replace(btrim(${text}), '^([-+]?)(?:RM|[A-Z]{0,3}[$€£¥]) ?|[ ]?(?:RM|[$€£¥])$', '\\1')`
  const number = `^[-+]?([0-9]+|[0-9]{1,3}(${thousands}[0-9]{3})+)?(${point}[0-9]*)?$`
  const digits = `regexp_replace(${plain}, ${pg.escapeLiteral(thousands)}, '', 'g')`
  return `case when btrim(${text}) = '' then ${text}
    when ${plain} ~ ${pg.escapeLiteral(number)} then ${decimals === ',' ? `replace(${digits}, ',', '.')` : digits}
    else '"' || ${text} || '"' end`
}
