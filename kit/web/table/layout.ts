import type { ColumnChoice, ColumnWidth } from '#kit/contract/list-view.ts'

type Column = { field: string; width?: number | undefined }
export type ColumnWithWidth<C> = C & { chosenWidth?: ColumnWidth | undefined }

/** The preset column widths in pixels. */
export const COLUMN_WIDTHS: Record<ColumnWidth, number> = { narrow: 120, normal: 200, wide: 340 }

/** Returns the columns that a list shows, in order. The first declared column names the row and always comes first. */
export function arrangeColumns<C extends Column>(
  declared: readonly C[],
  optional: readonly C[],
  choices: readonly ColumnChoice[] | null,
): ColumnWithWidth<C>[] {
  if (!choices) return [...declared]
  const all = [...declared, ...optional]
  const [first] = declared
  const chosenColumns = choices.flatMap(({ Field, Width }) => {
    const column = all.find(({ field }) => field === Field)
    return column && column !== first ? [{ ...column, chosenWidth: Width }] : []
  })
  const widthOfFirst = choices.find(({ Field }) => Field === first?.field)?.Width
  return first ? [{ ...first, chosenWidth: widthOfFirst }, ...chosenColumns] : chosenColumns
}

/** Returns the value of a field, which may be nested: `Outlet.Code`. */
export function rowFieldValue(row: object, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)
}
