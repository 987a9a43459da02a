import { useState } from 'react'

/** Ticked rows. They survive paging and sorting; another search or view starts again. */
export type Selection<Row> = {
  /** By key, in the order of ticking. */
  rows: ReadonlyMap<string, Row>
  /** Everything that matches was ticked at once: also what no page has shown yet. */
  all: boolean
  has: (key: string) => boolean
  set: (rows: readonly Row[], on: boolean) => void
  takeAll: () => void
  clear: () => void
  /** Those that are done with. */
  drop: (keys: ReadonlySet<string>) => void
}

type Kept<Row> = { scope: string; rows: ReadonlyMap<string, Row>; all: boolean }

export function useSelection<Row>(scope: string, keyOf: (row: Row) => string, visible: readonly Row[]): Selection<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ scope, rows: new Map(), all: false })
  const present = kept.scope === scope ? kept : { scope, rows: new Map<string, Row>(), all: false }

  // What the server says now of a ticked row counts, not what it said when it was ticked.
  const rows = new Map(present.rows)
  for (const row of visible) if (rows.has(keyOf(row))) rows.set(keyOf(row), row)

  const keep = (next: Partial<Kept<Row>>) => setKept({ ...present, rows, ...next })
  return {
    rows,
    all: present.all,
    has: (key) => present.all || rows.has(key),
    set: (changed, on) => {
      // One of all taken off again: what is in sight is what remains.
      const next = present.all ? new Map(visible.map((row) => [keyOf(row), row])) : new Map(rows)
      for (const row of changed) {
        if (on) next.set(keyOf(row), row)
        else next.delete(keyOf(row))
      }
      keep({ rows: next, all: false })
    },
    takeAll: () => keep({ all: true }),
    clear: () => keep({ rows: new Map(), all: false }),
    drop: (keys) => keep({ rows: new Map([...rows].filter(([key]) => !keys.has(key))), all: false }),
  }
}
