import { settings } from '#areas/setup/server/index.ts'
import { type Database, kyselyOn } from '#kit/server/database.ts'
import { IMPORT_UNPACKED_TIMES_MAX } from '../contract.ts'
import type { Unpacking } from './staging/file.ts'

/** How far a file that somebody uploaded may be unpacked. */
export async function unpackingAllowed({ pool }: Pick<Database, 'pool'>): Promise<Unpacking> {
  const { 'imports.unpackedMB': megabytes } = await settings({ db: kyselyOn(pool as never) })
  return { bytesMax: megabytes * 1024 ** 2, timesMax: IMPORT_UNPACKED_TIMES_MAX }
}
