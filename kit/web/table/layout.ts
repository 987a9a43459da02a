import type { ColumnChoice, ColumnWidth } from '#kit/contract/list-view.ts'

type Column = { field: string; width?: number | undefined }
export type Placed<C> = C & { chosenWidth?: ColumnWidth | undefined }

/** How wide the presets are, in pixels. */
export const WIDTHS: Record<ColumnWidth, number> = { narrow: 120, normal: 200, wide: 340 }

/** The columns that are shown, in their order. The first one names the row: it is always there and always first. */
export function arranged<C extends Column>(
  declared: readonly C[],
  optional: readonly C[],
  chosen: readonly ColumnChoice[] | null,
): Placed<C>[] {
  if (!chosen) return [...declared]
  const all = [...declared, ...optional]
  const [first] = declared
  const requested = chosen.flatMap(({ Field, Width }) => {
    const column = all.find(({ field }) => field === Field)
    return column && column !== first ? [{ ...column, chosenWidth: Width }] : []
  })
  const widthOfFirst = chosen.find(({ Field }) => Field === first?.field)?.Width
  return first ? [{ ...first, chosenWidth: widthOfFirst }, ...requested] : requested
}

/** Of `records.inner` the record's `inner`. */
export function valueAt(row: object, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)
}
