import { isHidden } from '../form/schema.ts'
import { getCurrency } from '../format.ts'
import { useLabels } from '../labels.ts'
import { useSession } from '../session.ts'
import { Cell, type CellKind, type Column, type ColumnSpec, cellKindOf, columnOf, isFigure } from './columns.tsx'
import type { RowProps } from './ListBody.tsx'
import type { VisibleColumn } from './ListTable.tsx'
import { arranged, valueAt } from './layout.ts'
import { schemaAt } from './list.ts'
import { TwoLines } from './TwoLines.tsx'
import type { List } from './useList.ts'

/** The columns on the screen, and those that could be there. */
export function useVisibleColumns<Row extends object>(
  { area, columns, optional = [], section = false }: RowProps<Row>,
  { facts, state, input }: List<Row>,
) {
  const labels = useLabels(area)
  const kindOf = ({ as, field }: ColumnSpec<Row>) => as ?? cellKindOf(field, schemaAt(facts.row, field))
  const titleOf = ({ field, title, name }: ColumnSpec<Row>) =>
    name ?? labels.field(field.split('.').at(-1) ?? field, title)
  // The currency stands once in the head, not in each row.
  const headOf = (column: ColumnSpec<Row>) =>
    kindOf(column) === 'money' ? `${titleOf(column)} (${getCurrency()})` : titleOf(column)
  const { may } = useSession()
  const place = section ? 'section' : 'list'
  const isVisible = (field: string) => !isHidden(schemaAt(facts.row, field), may, input)
  // A column that draws more than its field is there for the rest of it.
  const visibleOf = (all: readonly Column<Row>[]) =>
    all.map(columnOf).filter(({ field, render }) => render || isVisible(field))
  const declared = visibleOf(columns)
  const further = visibleOf(optional)
  const placed = arranged(declared, further, state.columns)
  return {
    columns: placed.map((column): VisibleColumn<Row> => {
      const { field, second, width, chosenWidth, wideOnly, render, mark, phone } = column
      const kind = kindOf(column)
      // Read from the contract once for the column, not in each of its rows.
      const below = second && { field: second, kind: kindOf({ field: second }) }
      const cell = (row: Row, shown: { field: ColumnSpec<Row>['field']; kind: CellKind }) => (
        <Cell kind={shown.kind} value={valueAt(row, shown.field)} area={area} field={shown.field} place={place} />
      )
      return {
        field,
        title: headOf(column),
        width,
        chosenWidth,
        wideOnly,
        figure: column.figure ?? isFigure(kind),
        mark,
        phone,
        render: (row) => {
          if (render) return render(row)
          const first = cell(row, { field, kind })
          // A second line that says nothing is none.
          const says = below && (valueAt(row, below.field) ?? '') !== ''
          return says ? <TwoLines second={cell(row, below)}>{first}</TwoLines> : first
        },
      }
    }),
    inFile: placed.flatMap((column) => {
      const { field, second, file } = column
      const fields = (file?.fields ?? [field, ...(second ? [second] : [])]).filter(isVisible)
      return fields.map((one, place) => ({
        field: one as string,
        label: headOf(place === 0 ? column : { field: one }),
        kind: one === field ? kindOf(column) : kindOf({ field: one }),
        words: place === 0 ? file?.words : undefined,
      }))
    }),
    offered: [...declared, ...further].map((column) => ({ field: column.field as string, title: titleOf(column) })),
    declared: declared.map(({ field }) => field as string),
  }
}
