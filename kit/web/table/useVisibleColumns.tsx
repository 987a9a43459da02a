import { codeNameProviders, findCodeNameProvider } from '../code-names.ts'
import { isFieldHidden } from '../form/schema.ts'
import { getCurrency } from '../format.ts'
import { useLabels } from '../labels.ts'
import { useSession } from '../session.ts'
import { useSlot } from '../slots.ts'
import {
  type CellKind,
  type Column,
  type ColumnSpec,
  cellKind,
  isNumericKind,
  toColumnSpec,
  ValueCell,
} from './columns.tsx'
import type { RowProps } from './ListBody.tsx'
import type { VisibleColumn } from './ListTable.tsx'
import { arrangeColumns, rowFieldValue } from './layout.ts'
import { rowFieldSchema } from './list.ts'
import { TwoLineCell } from './TwoLines.tsx'
import type { ListModel } from './useList.ts'

/** Returns the visible columns and all available columns. */
export function useVisibleColumns<Row extends object>(
  { area, columns, optional = [], section = false }: RowProps<Row>,
  { facts, state, input }: ListModel<Row>,
) {
  const labels = useLabels(area)
  const kindOf = ({ as, field }: ColumnSpec<Row>) => as ?? cellKind(field, rowFieldSchema(facts.row, field))
  const titleOf = ({ field, title, name }: ColumnSpec<Row>) =>
    name ?? labels.field(field.split('.').at(-1) ?? field, title)
  // The heading of a column shows the currency, so that the rows need not repeat it.
  const headOf = (column: ColumnSpec<Row>) =>
    kindOf(column) === 'money' ? `${titleOf(column)} (${getCurrency()})` : titleOf(column)
  const named = useSlot(codeNameProviders)
  const namesOf = (field: string) => findCodeNameProvider(named, field)?.names
  const { may } = useSession()
  const context = section ? 'section' : 'list'
  const isVisible = (field: string) => !isFieldHidden(rowFieldSchema(facts.row, field), may, input)
  // A column with its own `render` stays visible, because `render` shows more than the hidden field.
  const visibleOf = (all: readonly Column<Row>[]) =>
    all.map(toColumnSpec).filter(({ field, render }) => render || isVisible(field))
  const declared = visibleOf(columns)
  const optionalColumns = visibleOf(optional)
  const placed = arrangeColumns(declared, optionalColumns, state.columns)
  return {
    columns: placed.map((column): VisibleColumn<Row> => {
      const { field, codesOf, second, width, chosenWidth, wideOnly, render, mark, phone } = column
      const kind = kindOf(column)
      // The properties of a cell are derived once per column instead of once per row.
      const secondField = second && { field: second, kind: kindOf({ field: second }) }
      const cell = (row: Row, cellField: { field: ColumnSpec<Row>['field']; kind: CellKind; name?: string }) => (
        <ValueCell
          kind={cellField.kind}
          value={rowFieldValue(row, cellField.field)}
          area={area}
          field={cellField.name ?? cellField.field}
          place={context}
        />
      )
      return {
        field,
        title: headOf(column),
        width,
        chosenWidth,
        wideOnly,
        figure: column.figure ?? isNumericKind(kind),
        mark,
        phone,
        render: (row) => {
          if (render) return render(row)
          const firstLine = cell(row, { field, kind, name: codesOf ?? field })
          // An empty second line is omitted.
          const hasSecondLine = secondField && (rowFieldValue(row, secondField.field) ?? '') !== ''
          return hasSecondLine ? <TwoLineCell second={cell(row, secondField)}>{firstLine}</TwoLineCell> : firstLine
        },
      }
    }),
    inFile: placed.flatMap((column) => {
      const { field, codesOf, second, file } = column
      const fields = (file?.fields ?? [field, ...(second ? [second] : [])]).filter(isVisible)
      return fields.map((cellFieldName, context) => ({
        field: cellFieldName as string,
        label: headOf(context === 0 ? column : { field: cellFieldName }),
        kind: cellFieldName === field ? kindOf(column) : kindOf({ field: cellFieldName }),
        words:
          (context === 0 ? file?.words : undefined) ??
          namesOf(cellFieldName === field ? (codesOf ?? field) : cellFieldName),
      }))
    }),
    offered: [...declared, ...optionalColumns].map((column) => ({
      field: column.field as string,
      title: titleOf(column),
    })),
    declared: declared.map(({ field }) => field as string),
  }
}
