import { useState } from 'react'

/** The selected rows. The selection survives paging and sorting; another search or view clears it. */
export type RowSelection<Row> = {
  /** The selected rows by their key, in the order of selection. */
  rows: ReadonlyMap<string, Row>
  /** True if all matching rows are selected, including rows on pages that are not loaded yet. */
  all: boolean
  has: (key: string) => boolean
  set: (rows: readonly Row[], on: boolean) => void
  takeAll: () => void
  clear: () => void
  /** Deselects the given rows. */
  drop: (keys: ReadonlySet<string>) => void
}

type StoredSelection<Row> = { scope: string; rows: ReadonlyMap<string, Row>; all: boolean }

export function useRowSelection<Row>(
  scope: string,
  keyOf: (row: Row) => string,
  visible: readonly Row[],
): RowSelection<Row> {
  const [stored, setStored] = useState<StoredSelection<Row>>({ scope, rows: new Map(), all: false })
  const current = stored.scope === scope ? stored : { scope, rows: new Map<string, Row>(), all: false }

  // Replaces the data of selected rows by the latest data of the list.
  const rows = new Map(current.rows)
  for (const row of visible) if (rows.has(keyOf(row))) rows.set(keyOf(row), row)

  const update = (next: Partial<StoredSelection<Row>>) => setStored({ ...current, rows, ...next })
  return {
    rows,
    all: current.all,
    has: (key) => current.all || rows.has(key),
    set: (changed, on) => {
      // If all rows are selected and the user deselects one, only the other visible rows stay selected.
      const next = current.all ? new Map(visible.map((row) => [keyOf(row), row])) : new Map(rows)
      for (const row of changed) {
        if (on) next.set(keyOf(row), row)
        else next.delete(keyOf(row))
      }
      update({ rows: next, all: false })
    },
    takeAll: () => update({ all: true }),
    clear: () => update({ rows: new Map(), all: false }),
    drop: (keys) => update({ rows: new Map([...rows].filter(([key]) => !keys.has(key))), all: false }),
  }
}
