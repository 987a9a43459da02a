import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closeUnreleased, releaseNotes } from './release/changelog.ts'
import { findReleaseProblems, type ReleaseFiles } from './release/checks.ts'

// `npm run release -- 0.4.0` writes the files of a release: versions, changelog, migrations, API, functions and fixture.
// `npm run release -- --check` verifies them, and writes the release notes and the SBOM into dist/release.

const project = resolve(import.meta.dirname, '..')
const pathOf = (file: string) => join(project, file)
const read = (file: string) => readFileSync(pathOf(file), 'utf8')
const readJson = <Content>(file: string) => JSON.parse(read(file)) as Content
const writeJson = (file: string, content: object) =>
  writeFileSync(pathOf(file), `${JSON.stringify(content, null, 2)}\n`)

const FIXTURES = 'tests/migration/releases'
const RELEASED = 'tests/migration/released.json'
type Versioned = { version: string }
type Lock = Versioned & { packages: Record<string, Versioned> }

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const [requested] = positionals
if (values.check) check()
else if (requested && /^\d+\.\d+\.\d+$/.test(requested)) prepare(requested)
else {
  console.error('npm run release -- VERSION, such as 0.4.0, or npm run release -- --check')
  process.exitCode = 2
}

function prepare(version: string) {
  if (run('git', ['status', '--porcelain', '--untracked-files=no']) !== '')
    throw new Error('Commit or remove the changes of the working tree first')
  writeFileSync(
    pathOf('CHANGELOG.md'),
    closeUnreleased(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)),
  )
  writeVersion(version)
  const released = readJson<ReleaseFiles['released']>(RELEASED)
  const earlier = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  const added = Object.entries(hashesOfMigrations()).filter(([name]) => !earlier.has(name))
  writeJson(RELEASED, { ...released, [version]: Object.fromEntries(added) })
  storeCompany(version)
  const env = { API_RELEASE: 'write', RELEASE_FUNCTIONS: 'write', REPORTING_RELEASE: 'write' }
  const tests = ['app/server/api-changes.test.ts', 'tests/migration/last-release.test.ts', 'areas/reporting-views']
  run(process.execPath, [pathOf('node_modules/vitest/vitest.mjs'), 'run', ...tests], env)
  const written = ['package.json', 'packages/client/package.json', RELEASED, 'tests/reporting-views-released.json']
  run(process.execPath, [pathOf('node_modules/@biomejs/biome/bin/biome'), 'format', '--write', ...written])
  console.log(`The files of ${version} are written. The next steps are in CONTRIBUTING.md, "Releasing a version".`)
}

function writeVersion(version: string) {
  const previous = readJson<Versioned>('package.json').version
  for (const file of ['package.json', 'packages/client/package.json'])
    writeJson(file, { ...readJson<object>(file), version })
  const lock = readJson<Lock>('package-lock.json')
  lock.version = version
  lock.packages['']!.version = version
  writeJson('package-lock.json', lock)
  const manual = 'packages/client/README.md'
  writeFileSync(
    pathOf(manual),
    read(manual).replaceAll(`carat-client-${previous}`, () => `carat-client-${version}`),
  )
}

/** Stores a small company, whose upgrade tests/migration/last-release.test.ts tests. */
function storeCompany(version: string) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carat-release-'))
  const cli = (...args: string[]) => run(process.execPath, [pathOf('app/cli/main.ts'), ...args], { DATA_DIR })
  try {
    cli('seed', '--customers', '20', '--sales', '40')
    cli('backup', '--to', pathOf(`${FIXTURES}/${version}.tar`))
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
}

function check() {
  const { version } = readJson<Versioned>('package.json')
  const problems = findReleaseProblems(version, releaseFiles())
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    process.exitCode = 1
    return
  }
  const folder = pathOf('dist/release')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.md'), `Carat ${version}\n\n${releaseNotes(read('CHANGELOG.md'), version)}`)
  writeFileSync(join(folder, `carat-${version}.cdx.json`), softwareBillOfMaterials())
  console.log(`${version} is complete. dist/release has its notes and its SBOM.`)
}

function releaseFiles(): ReleaseFiles {
  const lock = readJson<Lock>('package-lock.json')
  return {
    versions: {
      'packages/client/package.json': readJson<Versioned>('packages/client/package.json').version,
      'packages/client/README.md': /carat-client-([\d.]+)\.tgz/.exec(read('packages/client/README.md'))?.[1],
      'package-lock.json': lock.version,
      'the first package of package-lock.json': lock.packages['']?.version,
      'app/server/api-release.json': readJson<{ release: string }>('app/server/api-release.json').release,
    },
    changelog: read('CHANGELOG.md'),
    released: readJson(RELEASED),
    migrations: hashesOfMigrations(),
    fixtures: readdirSync(pathOf(FIXTURES)),
    operations: read('docs/operations.md'),
  }
}

function hashesOfMigrations(): Record<string, string> {
  const names = readdirSync(pathOf('db/migrations')).filter((name) => name.endsWith('.sql'))
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(read(`db/migrations/${name}`).replaceAll('\r\n', '\n'))
      .digest('hex')
  return Object.fromEntries(names.sort().map((name) => [name, hashOf(name)]))
}

/** The packages of an installation without development packages, in the format CycloneDX. */
function softwareBillOfMaterials(): string {
  const output = run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'])
  const bill = JSON.parse(output) as { metadata: { component: { name: string; type: string } } }
  // npm states the name of the folder.
  Object.assign(bill.metadata.component, { name: 'carat', type: 'application' })
  return `${JSON.stringify(bill, null, 2)}\n`
}

function run(program: string, args: string[], env: Record<string, string> = {}): string {
  const options = { cwd: project, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 64e6 } as const
  return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
}
