import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { upgradeAfterKill } from '#tests/migration/killed.ts'
import { expectNone, type Finding, finding, type Options } from './report.ts'

/** Kills the migration of a large database of an older release, then lets two processes migrate at once. */
export async function killMigration({ short, log }: Options): Promise<Finding[]> {
  const size = short ? { members: 5_000, entries: 50_000 } : { members: 100_000, entries: 1_000_000 }
  const rounds = short ? 4 : 20
  const folder = mkdtempSync(join(tmpdir(), 'carat-faults-migrate-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  try {
    const outcome = await upgradeAfterKill(postgres.url, size, rounds, log)
    const killed = outcome.rounds.filter(({ wasKilled }) => wasKilled).length
    return [
      finding(`rounds of ${rounds} in which it was killed during the run`, '≥ half', killed, killed * 2 >= rounds),
      expectNone(
        'processes afterwards that did not end well',
        outcome.rounds.flatMap(({ exits }) => exits).filter((code) => code !== 0).length,
      ),
      expectNone(
        `rounds with a migration of ${outcome.migrations} missing`,
        outcome.rounds.filter(({ applied }) => applied !== outcome.migrations).length,
      ),
      expectNone(
        `rounds in which a count or sum of ${outcome.tables} tables changed`,
        outcome.rounds.filter(({ same }) => !same).length,
      ),
    ]
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
