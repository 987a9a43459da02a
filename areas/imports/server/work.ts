import type pg from 'pg'
import type { FormField } from '#areas/custom-fields/contract/custom-fields.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import type { EncryptionKeys } from '#kit/server/sealed.ts'
import type { Mapping } from '../contract/mapping.ts'
import type { ImportProgress } from './jobs.ts'
import type { ColumnExpressions } from './staging/columns.ts'

/** The context in which an importer works after its rows were staged. */
export type ImporterInput = JobContext & {
  importId: string
  /** The connection that owns the staging tables. Their schema is first in its search path. */
  client: pg.Client
  /** Runs work on a second connection to the staging tables, in parallel to the first connection. */
  withSecondConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  staging: string
  columns: ColumnExpressions
  mapping: Mapping
  /** The custom fields that the file may contain, only for kinds of imports that create customers. */
  customFields: readonly FormField[]
  now: Date
  today: string
  dryRun: boolean
  /** The number of lines that one transaction writes. */
  chunkLines: number
  /** The keys that encrypt the security codes of vouchers. */
  keys: EncryptionKeys | undefined
  reportProgress: (progress: ImportProgress) => void
}

export type ImportFigures = Record<string, string | number>

/** Stores a result for each row in the staging table `row_result`, and returns the totals. */
export type ImportFunction = (work: ImporterInput) => Promise<ImportFigures>
