// What the import workbench is driven by; `areas/imports` gives the functions.

/**
 * `or`: fields that may stand in for a required one. `names`: how other programs call the field. `joined`: columns that
 * make it together.
 */
export type ImportTarget = {
  field: string
  required: boolean
  or?: readonly string[] | undefined
  names?: readonly string[] | undefined
  joined?: readonly string[] | undefined
  label: string
  example: string
}

/** `columns`: the file's column → our field. `constants`: what holds where the file has no such column. */
export type ImportMapping = { columns: Record<string, string>; constants: Record<string, string> }

export type ImportUpload = { ImportId: string; Columns: string[]; Sample: string[][]; Rows?: number }

export type ImportStatus = {
  Status: 'Uploaded' | 'Running' | 'Completed' | 'Failed' | 'Cancelled'
  Read: number
  Created: number
  Skipped: number
  Failed: number
  Total: number | null
  Step: string
  Message: string | null
  /** How it ended; `none` while it has not. */
  Level: 'none' | 'success' | 'warning' | 'failed'
}

/** Rows that had the same fate; counted from 1, the header not among them. */
export type ImportRow = {
  FirstRow: number
  LastRow: number
  Result: 'Created' | 'Skipped' | 'Failed'
  Reason: string | null
  Field: string | null
  Value: string | null
  /** All faults of a row that failed; the first one stands above. */
  Faults?: readonly ImportFault[]
}

export type ImportFault = { Reason: string; Field: string | null; Value: string | null }

export type ImportResult = {
  Read: number
  Created: number
  Skipped: number
  Failed: number
  Reasons: { Result: 'Skipped' | 'Failed'; Reason: string; Rows: number }[]
  Examples: ImportRow[]
  Figures?: Record<string, string | number>
}
