import pg from 'pg'
import { normaliseText } from '#kit/contract/normal-form.ts'
import { type Mapping, numberTargetFields, targetFieldsByKind, yesNoTargetFields } from '../../contract/mapping.ts'
import { type ImportKind, importRefusals } from '../../contract.ts'

/** The SQL expressions that read a target field from a staged row. */
export type ColumnExpressions = {
  /** Returns the trimmed text of the field in the row `r`; null if the text is empty. */
  text(field: string): string
  /** Returns the untrimmed cell of the field, for fast scans; undefined if no column is mapped to the field. */
  cell(field: string): string | undefined
  /** True if a column or a constant of the mapping provides the field. */
  has(field: string): boolean
  /** Returns text and cell of a column that the mapping names outside its list of fields. */
  column(name: string): { text: string; cell: string }
  max(field: string): number
  /** True if each valid row has a cell for the field, because the field is required and has no constant. */
  everywhere(field: string): boolean
  /** The columns of `raw` that are computed from those of the file. */
  derived: readonly DerivedColumn[]
}

/** The column is computed by `expression`, which reads the row `r`. */
export type DerivedColumn = { column: string; expression: string }

type Fields = Record<string, { required: boolean; or?: readonly string[]; max: number; isNumber?: boolean }>

/** Resolves the mapping by the columns of the file. Refuses a mapping that does not fit, before anything is read. */
export function resolveMappedColumns(
  kind: ImportKind,
  mapping: Mapping,
  header: readonly string[],
  customFields: Fields = {},
): ColumnExpressions {
  const fields: Fields = { ...targetFieldsByKind[kind], ...customFields }
  const { columns, constants, join, values } = mapping
  for (const field of [...Object.values(columns), ...[constants, join, values].flatMap(Object.keys)])
    if (!Object.hasOwn(fields, field)) throw importRefusals.mapping({ reason: `there is no field ${field}` })
  const positions = new Map<string, number>()
  for (const [column, field] of Object.entries(columns)) {
    if (positions.has(field) || Object.hasOwn(join, field))
      throw importRefusals.mapping({ reason: `two columns are mapped to ${field}` })
    positions.set(field, columnNumber(column, header))
  }
  const derived: DerivedColumn[] = []
  for (const field of [...positions.keys(), ...Object.keys(join)]) {
    const position = positions.get(field)
    const cell = position === undefined ? joined(join[field]!, header) : `r.c${position}`
    const expression = converted(
      field,
      cell,
      mapping,
      numberTargetFields.has(field) || fields[field]!.isNumber === true,
    )
    if (expression === `r.c${position}`) continue
    positions.set(field, header.length + derived.length + 1)
    derived.push({ column: `c${header.length + derived.length + 1}`, expression })
  }
  const has = (field: string) => positions.has(field) || field in mapping.constants
  for (const [field, { required, or = [] }] of Object.entries(fields)) {
    if (required && ![field, ...or].some(has))
      throw importRefusals.mapping({ reason: `${[field, ...or].join(' or ')} is not mapped` })
  }

  return {
    has,
    derived,
    column: (name) => ({ text: trimmed(columnNumber(name, header)), cell: `r.c${columnNumber(name, header)}` }),
    cell: (field) => (positions.has(field) ? `r.c${positions.get(field)}` : undefined),
    max: (field) => fields[field]!.max,
    everywhere: (field) => fields[field]!.required && positions.has(field) && !(field in mapping.constants),
    text(field) {
      const position = positions.get(field)
      const constant = mapping.constants[field]
      const literal = constant === undefined ? undefined : `${pg.escapeLiteral(constant)}::text`
      if (position === undefined) return literal ?? 'null::text'
      return literal ? `coalesce(${trimmed(position)}, ${literal})` : trimmed(position)
    },
  }
}

const trimmed = (position: number) => `nullif(btrim(r.c${position}), '')`

function columnNumber(column: string, header: readonly string[]) {
  const index = header.findIndex((name) => normaliseText(name) === normaliseText(column))
  if (index < 0) throw importRefusals.column({ column })
  return index + 1
}

const joined = ({ columns, separator }: Mapping['join'][string], header: readonly string[]) =>
  `concat_ws(${pg.escapeLiteral(separator)}, ${columns.map((column) => trimmed(columnNumber(column, header))).join(', ')})`

/** The texts for yes and no in files of other systems. */
const yesNoWords = {
  ...Object.fromEntries(['yes', 'true', '1', 'subscribed'].map((word) => [word, 'Y'])),
  ...Object.fromEntries(['no', 'false', '0', 'unsubscribed'].map((word) => [word, 'N'])),
}

/** The SQL for a cell in our notation: words of the file are replaced, and numbers have a decimal point. */
function converted(field: string, cell: string, { values, decimals }: Mapping, isNumber: boolean) {
  const words = { ...(yesNoTargetFields.has(field) && yesNoWords), ...values[field] }
  const cases = Object.entries(words).map(
    ([word, value]) => `when ${pg.escapeLiteral(normaliseText(word).toLowerCase())} then ${pg.escapeLiteral(value)}`,
  )
  const text = cases.length === 0 ? cell : `case lower(btrim(${cell})) ${cases.join(' ')} else ${cell} end`
  return isNumber && decimals !== null ? withPoint(text, decimals) : text
}

/**
 * The SQL for a number without currency and thousands separators, with a decimal point.
 * Other text gets quotation marks, so that it fails the validation instead of being read as another number.
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
