import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatPersonName, shortenPersonName } from '#kit/contract/person.ts'
import { CodeName } from '../CodeName.tsx'
import { ShortDate, ShortInstant } from '../Dates.tsx'
import { MoneyText, PointsText } from '../Figures.tsx'
import { fieldProperties } from '../form/schema.ts'
import { formatDate, formatDecimal, formatInstant, listSeparator } from '../format.ts'
import { type TextNamespace, useLabels } from '../labels.ts'
import { PhoneText } from '../PhoneText.tsx'
import { StatusTag } from '../StatusTag.tsx'
import type { TextKey } from '../vocabulary.ts'

export type CellKind =
  | 'text'
  | 'person'
  | 'status'
  | 'yes-no'
  | 'value'
  | 'points'
  | 'number'
  | 'money'
  | 'date'
  | 'instant'

/**
 * The place in which a value is shown.
 * The place `list` shows short names, short dates and a dash for zero.
 * The place `section` (setup lists) shows dates in the specified format, and the status as plain text.
 * The place `record` shows every value in full.
 */
type CellContext = 'list' | 'section' | 'record'

/** A field of the row; `Building.Code` for a nested field. */
type FieldPath<Row> =
  | (keyof Row & string)
  | {
      [Name in keyof Row & string]: NonNullable<Row[Name]> extends readonly unknown[]
        ? never
        : NonNullable<Row[Name]> extends object
          ? `${Name}.${keyof NonNullable<Row[Name]> & string}`
          : never
    }[keyof Row & string]

/** A column: a field name, or a spec for properties that the field's type does not determine. */
export type Column<Row> = FieldPath<Row> | ColumnSpec<Row>

export type ColumnSpec<Row> = {
  field: FieldPath<Row>
  /** The text key of the column's title; by default `fields.<Field>` of the area. */
  title?: TextKey
  /** The title of a custom field's column, which has no text key. */
  name?: string
  /** The kind of the column's cells; by default derived from the contract's type. */
  as?: CellKind
  /** The field whose codes the column contains, if the name of the column does not end with that field. */
  codesOf?: string | undefined
  /** A field on a second line, such as a person's number below the name. */
  second?: FieldPath<Row>
  render?(row: Row): ReactNode
  /** Content beside both lines of a card on a phone, from the first column. */
  mark?(row: Row): ReactNode
  /** Renders the value of the column on a phone; null hides the column on phones. */
  phone?: ((row: Row) => ReactNode) | null
  /** The export cells of the column, for a `render` that shows more than the field. */
  file?: ExportedCells<Row>
  width?: number
  /** Aligns the column like figures, whatever the type of its values. */
  figure?: boolean
  /** Hides the column on phones, on windows of medium width, and where the table would have to scroll with it. */
  wideOnly?: boolean
}

export type ExportedCells<Row> = {
  /** The fields that the cell shows. Each field gets an export column. */
  fields?: readonly FieldPath<Row>[]
  /** Loads the texts that the cell shows for values ('' for no value), for an export to a file. */
  words?: () => Promise<Record<string, string>>
}

export const toColumnSpec = <Row,>(column: Column<Row>): ColumnSpec<Row> =>
  typeof column === 'string' ? { field: column } : (column as ColumnSpec<Row>)

/** Returns the kind of cell for a field by the type of the field, or by its name if the type is not specific enough. */
export function cellKind(field: string, schema: z.ZodType | undefined): CellKind {
  if (field.endsWith('Status')) return 'status'
  if (!schema) return 'text'
  const { kind, options } = fieldProperties(schema)
  if (kind === 'money' || kind === 'person') return kind
  if (kind === 'date') return 'date'
  if (kind === 'date-time') return 'instant'
  if (kind === 'figure') return 'number'
  if (kind === 'integer') return /Points?(?![a-z])/.test(field) ? 'points' : 'number'
  if (kind === 'switch' && options) return 'yes-no'
  return options ? 'value' : 'text'
}

/** Matches names of integer fields that identify a record instead of counting. */
const NAMES = /(Id|No|Number|Version|Year)$/

export const isNumericKind = (kind: CellKind) => kind === 'money' || kind === 'points' || kind === 'number'

type CellProps = { kind: CellKind; value: unknown; area: TextNamespace; field: string; place?: CellContext }

/** Shows one value in tables, cards and facts. Uses hooks only in sub-components, because pages have many cells. */
export function ValueCell({ kind, value, area, field, place: context = 'record' }: CellProps) {
  if (value === null || value === undefined || value === '') return <EmptyValueDash />
  if (context !== 'record' && isNumericKind(kind) && Number(value) === 0) return <ZeroMark />
  switch (kind) {
    case 'person':
      return <bdi>{(context === 'list' ? shortenPersonName : formatPersonName)(String(value))}</bdi>
    case 'status':
      return <StatusTag status={String(value)} area={area} field={field} quiet={context === 'section'} />
    case 'yes-no':
    case 'value':
      return <Words of={value} area={area} field={field} />
    case 'points':
      return <PointsText points={Number(value)} />
    case 'money':
      return <MoneyText amount={String(value)} />
    case 'number':
      return <span className="carat-figure">{NAMES.test(field) ? String(value) : formatDecimal(String(value))}</span>
    case 'date':
      if (context === 'list') return <ShortDate value={String(value)} />
      return <span className="carat-figure">{formatDate(String(value))}</span>
    case 'instant':
      if (context === 'list') return <ShortInstant value={String(value)} />
      return <span className="carat-figure">{formatInstant(String(value))}</span>
    default:
      if (field.endsWith('ContactNo')) return <PhoneText number={String(value)} />
      return Array.isArray(value) ? value.join(listSeparator()) : <CodeName field={field} code={String(value)} />
  }
}

function Words({ of: value, area, field }: { of: unknown; area: TextNamespace; field: string }) {
  const labels = useLabels(area)
  return [value]
    .flat()
    .map((item) => labels.value(field, String(item)))
    .join(listSeparator())
}

/** Shows a zero in a list: a dash on the screen, "0" for screen readers. */
const ZeroMark = () => (
  <>
    <EmptyValueDash />
    <span className="carat-unseen">0</span>
  </>
)

/** Shows a dash for an empty value, hidden from screen readers. */
export const EmptyValueDash = () => (
  <span aria-hidden style={{ opacity: 0.65 }}>
    –
  </span>
)
