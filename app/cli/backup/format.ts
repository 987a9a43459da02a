import type pg from 'pg'

/** Grows when an older program could not read what a newer one wrote. */
export const VERSION = 1
export const MANIFEST = 'manifest.json'

export type TableCopy = {
  name: string
  columns: string[]
  rows: number
  /** Path inside the backup: rows as PostgreSQL's COPY writes them, compressed. */
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
  /** The schema is not copied: it is made again by these migrations. */
  migrations: { name: string; hash: string }[]
  /** The first month for which the logs had a part of their own. */
  partsSince: string | null
  tables: TableCopy[]
  sequences: { name: string; value: string }[]
  /** Figures by which people recognise that all is there. */
  sums: Sums
  files: FileCopy[]
}

export type Sums = Record<string, string>

/** Computes them on a connection, in the backup's own snapshot as well as after a restore. */
export type SumUp = (client: pg.ClientBase) => Promise<Sums>

/** A sentence for the operator: the backup can't be used, or not here. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
