import { releaseNotes } from './changelog.ts'

export type ReleaseFiles = {
  /** The versions that files state, by their paths. */
  versions: Record<string, string | undefined>
  changelog: string
  /** The hashes of migrations by release, as in released.json. */
  released: Record<string, Record<string, string>>
  /** The hashes of the files in db/migrations. */
  migrations: Record<string, string>
  /** The file names of tests/migration/releases. */
  fixtures: readonly string[]
  operations: string
}

/** Returns what is missing for a release, one sentence each. */
export function findReleaseProblems(version: string, files: ReleaseFiles): string[] {
  const { versions, released, migrations, fixtures } = files
  const recorded = Object.assign({}, ...Object.values(released)) as Record<string, string>
  const unrecorded = Object.entries(migrations).filter(([name, hash]) => recorded[name] !== hash)
  return [
    ...Object.entries(versions)
      .filter(([, stated]) => stated !== version)
      .map(([path, stated]) => `${path} states ${stated ?? 'no version'} instead of ${version}`),
    ...problemsOfNotes(files.changelog, version),
    ...(Object.keys(released).at(-1) === version ? [] : [`released.json does not end with ${version}`]),
    ...unrecorded.map(([name]) => `released.json does not have the migration ${name} as it is`),
    ...[`${version}.tar`, `${version}.functions.json`]
      .filter((name) => !fixtures.includes(name))
      .map((name) => `tests/migration/releases/${name} is missing`),
    ...(files.operations.includes(`| ${version} | next |`)
      ? []
      : [`The table "Upgrade and rollback" of docs/operations.md has no row "| ${version} | next |"`]),
  ]
}

function problemsOfNotes(changelog: string, version: string): string[] {
  try {
    releaseNotes(changelog, version)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
