// The props and data of the import workbench.

/**
 * `or` lists alternative fields, one of which may replace this required field.
 * `names` lists the field's names in other programs, and `joined` the columns that are joined into the field.
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

/** `columns` is the target field by column of the file, and `constants` the default values by field. */
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
  /** The outcome of the import; `none` until the import has ended. */
  Level: 'none' | 'success' | 'warning' | 'failed'
}

/** A range of rows with the same result, numbered from 1 without the header. */
export type ImportRow = {
  FirstRow: number
  LastRow: number
  Result: 'Created' | 'Skipped' | 'Failed'
  Reason: string | null
  Field: string | null
  Value: string | null
  /** All faults of a failed row. Reason, Field and Value repeat the first fault. */
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
