import type { SheetCell, SheetColumn } from './cells.ts'

/** Writes an export file row by row. Callers await `written`, so that rows do not accumulate in memory. */
export type SheetWriter = {
  row(cells: readonly SheetCell[]): void
  written(): Promise<void>
  /**
   * Completes the export file with its description, which is known only after all rows are written.
   * `totals` has one cell per column, for file formats that show totals below the rows.
   */
  end(about: readonly (readonly SheetCell[])[], totals?: readonly SheetCell[]): Promise<void>
  /** Discards the unfinished export file. */
  abandon(): void
}

export type SheetOptions = {
  path: string
  title: string
  aboutTitle: string
  columns: readonly SheetColumn[]
  now: Date
  /** The language of the texts that the writer generates. */
  language: 'en' | 'zh' | 'fr' | 'ja'
}
