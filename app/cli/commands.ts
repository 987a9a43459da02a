import { migrate } from '#kit/server/migrate.ts'
import { archiveCommand } from './archive.ts'
import { backupCommand } from './backup.ts'
import { type CliCommand, withDatabase } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { drillCommand } from './drill.ts'
import { erpCheckCommand } from './erp-check/erp-check.ts'
import { grantCommand } from './grant.ts'
import { importCommand } from './import.ts'
import { nightlyCommand } from './nightly.ts'
import { parquetCommand } from './parquet.ts'
import { proveCommand } from './prove.ts'
import { readerCommand } from './reader.ts'
import { restoreCommand } from './restore.ts'
import { seedCommand } from './seed.ts'

/** All commands of `npm run cli -- <command>` except help. */
export const cliCommands: readonly CliCommand[] = [
  {
    name: 'migrate',
    help: 'Brings the database to what this release needs; a running server does so by itself when it starts.',
    run: (_, env) => withDatabase(env, (url) => migrate({ url, log: console.log }), { mayBeNew: true }),
  },
  doctorCommand,
  seedCommand,
  importCommand,
  grantCommand,
  nightlyCommand,
  proveCommand,
  backupCommand,
  restoreCommand,
  drillCommand,
  archiveCommand,
  erpCheckCommand,
  readerCommand,
  parquetCommand,
]
