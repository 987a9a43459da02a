import type { ReactNode } from 'react'
import type { z } from 'zod'
import { personName, shortName } from '#kit/contract/person.ts'
import { ShortDate, ShortInstant } from '../Dates.tsx'
import { MoneyText, PointsText } from '../Figures.tsx'
import { factsOf } from '../form/schema.ts'
import { formatDate, formatDecimal, formatInstant } from '../format.ts'
import { type Area, useLabels } from '../labels.ts'
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
 * Where a value stands. In the rows of a list a name is the short one, a zero is a dash and a date says no more than it needs; the
 * lists of the setup (`section`) write dates as specified and their status as quiet text. Elsewhere everything is said in full.
 */
type Place = 'list' | 'section' | 'record'

/** A field of the row, or `Building.Code` where the contract nests. */
type FieldPath<Row> =
  | (keyof Row & string)
  | {
      [Name in keyof Row & string]: NonNullable<Row[Name]> extends readonly unknown[]
        ? never
        : NonNullable<Row[Name]> extends object
          ? `${Name}.${keyof NonNullable<Row[Name]> & string}`
          : never
    }[keyof Row & string]

/** A column: its field's name, or what the field's type cannot tell. A misspelt field does not compile. */
export type Column<Row> = FieldPath<Row> | ColumnSpec<Row>

export type ColumnSpec<Row> = {
  field: FieldPath<Row>
  /** The area's `fields.<Field>` if left out. */
  title?: TextKey
  /** What people called it themselves, where it has no text. */
  name?: string
  /** Read from the contract's type if left out. */
  as?: CellKind
  /** What belongs to it, on a second line: a person's number below the name. */
  second?: FieldPath<Row>
  render?(row: Row): ReactNode
  /** Of the first column on a phone: beside both of its lines. */
  mark?(row: Row): ReactNode
  /** Drawn otherwise on a phone; null where it is left out there. */
  phone?: ((row: Row) => ReactNode) | null
  /** What a file gets where `render` shows more, or other, than the field. */
  file?: FileCells<Row>
  width?: number
  /** Stands at the end of its column as figures do, whatever its type. */
  figure?: boolean
  /** Left out of the rows of a phone. */
  wideOnly?: boolean
}

export type FileCells<Row> = {
  /** The fields that the cell shows, a column each. */
  fields?: readonly FieldPath<Row>[]
  /** The words that it shows for values, '' being none. Asked for when a file is made. */
  words?: () => Promise<Record<string, string>>
}

export const columnOf = <Row,>(column: Column<Row>): ColumnSpec<Row> =>
  typeof column === 'string' ? { field: column } : (column as ColumnSpec<Row>)

/** How a field of the contract is shown, by its type; by its name only where the type is silent. */
export function cellKindOf(field: string, schema: z.ZodType | undefined): CellKind {
  if (field.endsWith('Status')) return 'status'
  if (!schema) return 'text'
  const { kind, options } = factsOf(schema)
  if (kind === 'money' || kind === 'person') return kind
  if (kind === 'date') return 'date'
  if (kind === 'date-time') return 'instant'
  if (kind === 'figure') return 'number'
  if (kind === 'integer') return /Points?(?![a-z])/.test(field) ? 'points' : 'number'
  if (kind === 'switch' && options) return 'yes-no'
  return options ? 'value' : 'text'
}

/** Integers that name something instead of counting it. */
const NAMES = /(Id|No|Number|Version|Year)$/

export const isFigure = (kind: CellKind) => kind === 'money' || kind === 'points' || kind === 'number'

type CellProps = { kind: CellKind; value: unknown; area: Area; field: string; place?: Place }

/** One value of a record, as tables, cards and facts show it. Only what has words asks for them: a page may have ten thousand cells. */
export function Cell({ kind, value, area, field, place = 'record' }: CellProps) {
  if (value === null || value === undefined || value === '') return <Nothing />
  if (place !== 'record' && isFigure(kind) && Number(value) === 0) return <Zero />
  switch (kind) {
    case 'person':
      return <bdi>{(place === 'list' ? shortName : personName)(String(value))}</bdi>
    case 'status':
      return <StatusTag status={String(value)} area={area} field={field} quiet={place === 'section'} />
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
      if (place === 'list') return <ShortDate value={String(value)} />
      return <span className="carat-figure">{formatDate(String(value))}</span>
    case 'instant':
      if (place === 'list') return <ShortInstant value={String(value)} />
      return <span className="carat-figure">{formatInstant(String(value))}</span>
    default:
      return Array.isArray(value) ? value.join(', ') : String(value)
  }
}

function Words({ of: value, area, field }: { of: unknown; area: Area; field: string }) {
  const labels = useLabels(area)
  return [value]
    .flat()
    .map((one) => labels.value(field, String(one)))
    .join(', ')
}

/** Nothing to look at where all rows but a few have none; said in full to who listens. */
const Zero = () => (
  <>
    <Nothing />
    <span className="carat-unseen">0</span>
  </>
)

/** A dash to the eye and silence to the ear: an empty cell is no mistake. */
export const Nothing = () => (
  <span aria-hidden style={{ opacity: 0.65 }}>
    –
  </span>
)
