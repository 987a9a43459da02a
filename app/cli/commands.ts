import { migrate } from '#kit/server/migrate.ts'
import { archive } from './archive.ts'
import { backup } from './backup.ts'
import { type Command, withDatabase } from './command.ts'
import { drill } from './drill.ts'
import { erpCheck } from './erp-check/erp-check.ts'
import { grant } from './grant.ts'
import { importCommand } from './import.ts'
import { nightly } from './nightly.ts'
import { prove } from './prove.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'

/** All commands of `npm run cli -- <command>` except help. */
export const commands: readonly Command[] = [
  {
    name: 'migrate',
    help: 'Brings the database to what this release needs; a running server does so by itself when it starts.',
    run: (_, env) => withDatabase(env, (url) => migrate({ url, log: console.log }), { mayBeNew: true }),
  },
  seed,
  importCommand,
  grant,
  nightly,
  prove,
  backup,
  restore,
  drill,
  archive,
  erpCheck,
]
