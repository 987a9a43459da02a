import type { Cell, SheetColumn } from './cells.ts'

/** A file that grows row by row. `written` waits until what was given has gone on, so that nothing piles up. */
export type SheetWriter = {
  row(cells: readonly Cell[]): void
  written(): Promise<void>
  /**
   * What the file says of itself, line by line: known only once all rows are there; and what is added up over all of them, one cell
   * for each column, for a file that shows it below its rows.
   */
  end(about: readonly (readonly Cell[])[], totals?: readonly Cell[]): Promise<void>
  /** Gives up; what was written is of no use. */
  abandon(): void
}

export type SheetOptions = {
  path: string
  title: string
  aboutTitle: string
  columns: readonly SheetColumn[]
  now: Date
  /** Of what it says. */
  language: 'en' | 'zh' | 'fr' | 'ja'
}
