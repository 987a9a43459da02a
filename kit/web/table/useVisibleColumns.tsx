import { isHidden } from '../form/schema.ts'
import { useLabels } from '../labels.ts'
import { useSession } from '../session.ts'
import { Cell, type Column, type ColumnSpec, cellKindOf, columnOf, isFigure } from './columns.tsx'
import type { RowProps } from './ListBody.tsx'
import type { VisibleColumn } from './ListTable.tsx'
import { arranged, valueAt } from './layout.ts'
import { schemaAt } from './list.ts'
import type { List } from './useList.ts'

/** The columns on the screen, and those that could be there. */
export function useVisibleColumns<Row extends object>(
  { area, columns, optional = [] }: RowProps<Row>,
  { facts, state, input }: List<Row>,
) {
  const labels = useLabels(area)
  const kindOf = ({ as, field }: ColumnSpec<Row>) => as ?? cellKindOf(field, schemaAt(facts.row, field))
  const titleOf = ({ field, title }: ColumnSpec<Row>) => labels.field(field.split('.').at(-1) ?? field, title)
  const { may } = useSession()
  const isVisible = (field: string) => !isHidden(schemaAt(facts.row, field), may, input)
  // A column that draws more than its field is there for the rest of it.
  const visibleOf = (all: readonly Column<Row>[]) =>
    all.map(columnOf).filter(({ field, render }) => render || isVisible(field))
  const declared = visibleOf(columns)
  const further = visibleOf(optional)
  const placed = arranged(declared, further, state.columns)
  return {
    columns: placed.map((column): VisibleColumn<Row> => {
      const { field, width, chosenWidth, wideOnly, render } = column
      const kind = kindOf(column)
      return {
        field,
        title: titleOf(column),
        width,
        chosenWidth,
        wideOnly,
        figure: column.figure ?? isFigure(kind),
        render: (row) =>
          render ? render(row) : <Cell kind={kind} value={valueAt(row, field)} area={area} field={field} />,
      }
    }),
    inFile: placed.flatMap((column) => {
      const { field, file } = column
      const fields = (file?.fields ?? [field]).filter(isVisible)
      return fields.map((one, place) => ({
        field: one as string,
        label: place === 0 ? titleOf(column) : titleOf({ field: one }),
        kind: one === field ? kindOf(column) : kindOf({ field: one }),
        words: place === 0 ? file?.words : undefined,
      }))
    }),
    offered: [...declared, ...further].map((column) => ({ field: column.field as string, title: titleOf(column) })),
    declared: declared.map(({ field }) => field as string),
  }
}
