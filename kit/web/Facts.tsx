import { Tag } from 'antd'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { CopyButton } from './CopyButton.tsx'
import { isFieldHidden, schemaShape } from './form/schema.ts'
import './kit.css'
import { Row } from './Layout.tsx'
import { type TextNamespace, useLabels } from './labels.ts'
import { useSession } from './session.ts'
import { type CellKind, cellKind, ValueCell } from './table/columns.tsx'
import type { TextKey } from './vocabulary.ts'

export type LabelledFact = {
  label: string
  value: ReactNode
  /** The text that the copy button copies. */
  copy?: string | null | undefined
  wide?: boolean
}

/** Shows the facts of a record as pairs of label and value. */
export function LabelledFacts({ items }: { items: readonly (LabelledFact | false | null | undefined)[] }) {
  return (
    <dl className="carat-facts">
      {items.map(
        (item) =>
          item && (
            <div key={item.label} className={item.wide ? 'carat-facts-wide' : undefined}>
              <dt>{item.label}</dt>
              <dd>
                {item.value === null || item.value === undefined || item.value === '' ? (
                  <span aria-hidden>–</span>
                ) : (
                  item.value
                )}
                {item.copy && <CopyButton value={item.copy} name={item.label} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Returns the named fields of a record that have a value. Empty fields and zeros are omitted. */
export const selectFilledFields =
  <Row extends object>(record: Row) =>
  <Field extends keyof Row & string>(...fields: Field[]) =>
    fields.filter((field) => !emptyValues.has(record[field]))
const emptyValues = new Set<unknown>([null, '', 0, '0.00'])

/** Shows several objects as tags with their names. */
export const ObjectNameTags = ({ of }: { of: readonly { ObjectValue: string; ObjectName: string | null }[] }) => (
  <Row>
    {of.map(({ ObjectValue, ObjectName }) => (
      <Tag key={ObjectValue}>
        <bdi>{ObjectName ?? ObjectValue}</bdi>
      </Tag>
    ))}
  </Row>
)

type FactSpec<Row> = {
  field: keyof Row & string
  title?: TextKey
  as?: CellKind
  copy?: boolean
  wide?: boolean
  render?(row: Row): ReactNode
}

type Props<Schema extends z.ZodType> = {
  area: TextNamespace
  /** The schema of the record in the contract, by which each value is formatted as a date, an amount or a status. */
  of: Schema
  record: z.output<Schema>
  fields: readonly ((keyof z.output<Schema> & string) | FactSpec<z.output<Schema>>)[]
}

/** Shows the facts of a record with labels and formats from its schema, without fields that the user may not see. */
export function RecordFacts<Schema extends z.ZodType>({ area, of, record, fields }: Props<Schema>) {
  const labels = useLabels(area)
  const { may } = useSession()
  const shape = useMemo(() => schemaShape(of), [of])
  return (
    <LabelledFacts
      items={fields.map((fact) => {
        const spec: FactSpec<z.output<Schema>> = typeof fact === 'string' ? { field: fact } : fact
        const value = record[spec.field]
        if (value === null && isFieldHidden(shape[spec.field], may)) return false
        const kind = spec.as ?? cellKind(spec.field, shape[spec.field])
        return {
          label: labels.field(spec.field, spec.title),
          value: spec.render ? (
            spec.render(record)
          ) : (
            <ValueCell kind={kind} value={value} area={area} field={spec.field} />
          ),
          copy: spec.copy && value !== null && value !== undefined ? String(value) : undefined,
          ...(spec.wide && { wide: true }),
        }
      })}
    />
  )
}
