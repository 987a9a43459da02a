import type pg from 'pg'
import type { FormField } from '#areas/custom-fields/contract/custom-fields.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import type { Keys } from '#kit/server/sealed.ts'
import type { Mapping } from '../contract/mapping.ts'
import type { Progress } from './jobs.ts'
import type { Columns } from './staging/columns.ts'

/** What every kind of import works with, once its rows are staged. */
export type Work = JobContext & {
  importId: string
  /** The connection that owns the staging tables; its search path begins with them. */
  client: pg.Client
  /** Lends a second connection to the staging tables, for work that can go on beside that of the first. */
  beside<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  staging: string
  columns: Columns
  mapping: Mapping
  /** The fields that the company added, of kinds that make customers. */
  ownFields: readonly FormField[]
  now: Date
  today: string
  dryRun: boolean
  /** Lines that are written in one transaction. */
  chunkLines: number
  /** What secrets of a file are sealed with. */
  keys: Keys | undefined
  reportProgress: (progress: Progress) => void
}

export type Figures = Record<string, string | number>

/** Leaves its result for each row in the staging table `row_result`, and answers the totals. */
export type Importer = (work: Work) => Promise<Figures>
