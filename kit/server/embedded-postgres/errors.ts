/** Thrown if another process uses the data folder. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
  readonly dataDir: string
  /** True if the other process is a CLI command, which ends soon, or is not identified yet. The caller can then wait. */
  readonly byCommand: boolean

  constructor(dataDir: string, owner: string, byCommand = false) {
    super(
      `DATA_DIR ${dataDir} is in use by another Carat process${owner}. ` +
        'Stop that one first, or set DATA_DIR to another folder.',
    )
    this.dataDir = dataDir
    this.byCommand = byCommand
  }
}

/** Thrown if the database files are damaged. Nothing was changed, so the files can be backed up or repaired. */
export class DataDirDamaged extends Error {
  override name = 'DataDirDamaged'
  readonly dataDir: string

  constructor(dataDir: string, finding: string) {
    super(
      `The database in DATA_DIR ${dataDir} cannot be used: ${finding}. Nothing in it was changed. ` +
        'Bring back the last backup with: npm run cli -- restore --from BACKUP --replace',
    )
    this.dataDir = dataDir
  }
}

/** Thrown if the machine cannot run the embedded PostgreSQL. The data is intact. */
export class PostgresUnavailable extends Error {
  override name = 'PostgresUnavailable'

  constructor(reason: string) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}. ` +
        'Mend that, or set DATABASE_URL to a PostgreSQL 18 server, for example postgres://carat:secret@db.example:5432/carat.',
    )
  }
}
