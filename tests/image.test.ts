import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ignore from '@balena/dockerignore'
import { describe, expect, test } from 'vitest'

// Any file that `docker build .` sends to the builder by the rules of .dockerignore may end up in the image.

const rules = ignore().add(readFileSync('.dockerignore', 'utf8'))
const goesIn = (path: string) => !rules.ignores(path)

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)

/** Every file in the working tree; node_modules and .git are represented by one path each. */
function filesHere(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (['node_modules', '.git'].includes(entry.name)) return [join(path, 'some-file.ts')]
    if (entry.isDirectory()) return filesHere(path)
    return entry.isFile() ? [path] : []
  })
}

describe('content of the container image', () => {
  test('container image: contains only files that git tracks, even if the folder has others', () => {
    const sources = new Set(tracked)
    // Includes new files that git does not track yet and does not ignore.
    const fresh = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], { encoding: 'utf8' })
    for (const path of fresh.split('\0')) sources.add(path)
    expect(filesHere().filter((path) => goesIn(path) && !sources.has(path))).toEqual([])
  })

  test.each([
    ...['deploy/secrets/server-secret', 'deploy/secrets/database-url', '.env', '.env.production', 'app/.env'],
    ...['carat-2026-11-22.tar', 'backups/carat.tar', 'backup/data/customer.copy.gz', 'db/dump.sql.gz', 'db/carat.dump'],
    ...['data/postgres/PG_VERSION', 'data/secrets/server', 'app/data/secrets/server', 'kit/secrets/key.ts'],
    ...[
      'server.pem',
      'app/server/tls.key',
      'app/server/id_rsa',
      'areas/imports/customers.csv',
      'app/server/service-account.json',
      'areas/customers.xlsx',
    ],
    ...['.git/config', 'node_modules/pg/package.json', 'app/node_modules/x/index.ts', 'dist/web/index.html'],
    ...[
      '.npmrc',
      'compose.yaml',
      'deploy/carat.service',
      'docs/operations.md',
      'tests/harness.ts',
      'kit/server/serve.test.ts',
    ],
  ])('container image: does not contain %s', (path) => {
    expect(goesIn(path)).toBe(false)
  })

  test('Dockerfile: the function that the build imports exists', async () => {
    const [, module, name] = /import\('\.\/(\S+)'\)\.then\(\(\{ (\w+) \}\)/.exec(readFileSync('Dockerfile', 'utf8'))!
    expect(await import(resolve(module!))).toHaveProperty(name!)
  })

  test('container image: contains every file that the program and the web build need', () => {
    const needed = tracked.filter((path) => /^(app|areas|db|kit|scripts)\//.test(path))
    const missingFiles = needed.filter((path) => !goesIn(path) && !/\.test\.tsx?$/.test(path))
    expect(missingFiles.filter((path) => !path.endsWith('.md'))).toEqual([])
    const configs = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vite.public.config.ts']
    for (const path of [...configs, 'app/server/run.ts']) expect(goesIn(path)).toBe(true)
  })
})
