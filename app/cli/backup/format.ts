import type pg from 'pg'

/** Increases when older releases cannot read the format. */
export const VERSION = 1
export const MANIFEST = 'manifest.json'

export type TableCopy = {
  name: string
  columns: string[]
  rows: number
  /** Path inside the backup of the compressed COPY output. */
  file: string
  bytes: number
  sha256: string
}

export type FileCopy = { file: string; bytes: number; sha256: string }

export type Manifest = {
  format: 'carat-backup'
  version: number
  madeAt: string
  release: string
  /** The migrations that recreate the schema, which is not copied. */
  migrations: { name: string; hash: string }[]
  /** The oldest month with a log partition. */
  partsSince: string | null
  tables: TableCopy[]
  sequences: { name: string; value: string }[]
  /** Control sums for people to compare. */
  sums: ControlSums
  files: FileCopy[]
}

export type ControlSums = Record<string, string>

/** Computes the control sums, in the snapshot of a backup and after a restore. */
export type ComputeSums = (client: pg.ClientBase) => Promise<ControlSums>

/** The backup cannot be used; the message is for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
