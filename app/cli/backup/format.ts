import type pg from 'pg'

/** The version of the backup format, which must increase when older releases cannot read the new format. */
export const BACKUP_FORMAT_VERSION = 1
export const MANIFEST_FILE = 'manifest.json'

export type BackedUpTable = {
  name: string
  columns: string[]
  rows: number
  /** The path of the compressed output of COPY inside the backup. */
  file: string
  bytes: number
  sha256: string
}

export type BackedUpFile = { file: string; bytes: number; sha256: string }

export type BackupManifest = {
  format: 'carat-backup'
  version: number
  madeAt: string
  release: string
  /** The migrations that recreate the schema, because the backup contains no schema. */
  migrations: { name: string; hash: string }[]
  /** The oldest month with a log partition. */
  partsSince: string | null
  tables: BackedUpTable[]
  sequences: { name: string; value: string }[]
  /** The control sums of the backup, which the operator can compare with those of the restored database. */
  sums: BackupControlSums
  files: BackedUpFile[]
}

export type BackupControlSums = Record<string, string>

/** Computes the control sums, once in the snapshot of the backup and once after the restore. */
export type ComputeControlSums = (client: pg.ClientBase) => Promise<BackupControlSums>

/** Thrown if the backup cannot be used, with a message for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
