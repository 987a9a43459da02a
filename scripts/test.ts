import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium } from './chromium.ts'

// `npm test` runs all checks, cheapest first.
// --only=build,e2e selects steps; further arguments go to the last step, such as --only=vitest areas/points.
// --all adds the release checks: *.all.test.ts, journeys tagged @all, and every page in four looks (--all-looks: 96).

type Count = { passed: number; failed: number }
type Step = { name: string; title: string; run(): Promise<number>; count?(): Count | undefined }
type TestTime = { file: string; title: string; seconds: number }

/** The maximum number of lines to print for each failed journey at the end of the log. */
const ERROR_LINES = 12
const PAGE_LINES = 40
const SLOWEST = 15
const UNITS = 'Units, API on PostgreSQL, architecture'
const COMPONENTS = 'Parts and pages in Chromium, without a server'
const JOURNEYS = 'End to end in Chromium'
/** The files in test-results that contain the duration of each test file. */
const timeFiles = { [UNITS]: 'units.txt', [COMPONENTS]: 'components.txt', [JOURNEYS]: 'journeys.txt' }
type Part = keyof typeof timeFiles

const project = resolve(import.meta.dirname, '..')
const flags = ['--all', '--all-looks']
const allLooks = process.argv.includes('--all-looks')
const all = allLooks || process.argv.includes('--all')
const programArguments = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--only=') && !flags.includes(argument))
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const testEnv: Record<string, string> = { ...(all && { TEST_ALL: '1' }), ...(allLooks && { ALL_LOOKS: '1' }) }

const typeCheck = ['typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit', '--incremental', '--checkers', '2']
// A folder outside dist, which builds delete, and inside node_modules, so that no tool reads it as source.
const typeCache = ['--tsBuildInfoFile', 'node_modules/.cache/tsconfig.tsbuildinfo']

const steps: Step[] = [
  { name: 'check', title: 'Types, style and common mistakes', run: check },
  { name: 'vitest', title: UNITS, run: vitest, count: () => countVitest('vitest.json') },
  { name: 'components', title: COMPONENTS, run: components, count: () => countVitest('components.json') },
  { name: 'build', title: 'Build of the web app', run: () => runNode([join(project, 'scripts', 'build.ts')]) },
  { name: 'size', title: 'Size of a first visit', run: () => runNode([join(project, 'scripts', 'bundle-size.ts')]) },
  { name: 'e2e', title: JOURNEYS, run: playwright, count: countPlaywright },
]

const running = new Set<ChildProcess>()
// Test runners finish their reports on SIGINT but not on SIGTERM.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill('SIGINT')
  })

const selectedSteps = steps.filter(({ name }) => only?.includes(name) ?? true)
const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`--only knows ${steps.map(({ name }) => name).join(', ')}, not ${unknown.join(', ')}`)
  process.exit(2)
}
const reports = mkdtempSync(join(tmpdir(), 'carat-reports-'))
process.exitCode = await runAll(selectedSteps)
rmSync(reports, { recursive: true, force: true })

async function runAll(selectedSteps: Step[]): Promise<number> {
  const total: Count = { passed: 0, failed: 0 }
  const summary: string[] = []
  let exitCode = 0
  for (const step of selectedSteps) {
    console.log(`\n== ${step.title}`)
    const start = performance.now()
    exitCode = await step.run().catch((error: Error) => {
      console.error(error.message)
      return 1
    })
    const count = step.count?.() ?? { passed: 0, failed: 0 }
    total.passed += count.passed
    // A step may fail without a failed test, for example because of a type error.
    total.failed += exitCode === 0 ? 0 : Math.max(1, count.failed)
    summary.push(describe(step, exitCode, count, performance.now() - start))
    if (exitCode !== 0) break
  }
  const notRun = selectedSteps.slice(summary.length).map(({ title }) => `  not run  ${title}`)
  printTimes(UNITS, vitestTimes('vitest.json'))
  printTimes(COMPONENTS, vitestTimes('components.json'))
  printTimes(JOURNEYS, journeyTimes())
  console.log(failedJourneys().join('\n'))
  console.log(`\n${[...summary, ...notRun].join('\n')}\n`)
  for (const name of failedNames()) console.log(`Failed: ${name}`)
  // CI parses this line; it must stay the last one.
  if (selectedSteps.some((step) => step.count)) console.log(`${total.passed} passed, ${total.failed} failed`)
  return exitCode
}

function describe({ title }: Step, exitCode: number, count: Count, milliseconds: number): string {
  const tests = count.passed + count.failed > 0 ? `, ${count.passed} passed, ${count.failed} failed` : ''
  return `  ${exitCode === 0 ? 'passed ' : 'FAILED '}  ${title} (${(milliseconds / 1000).toFixed(1)} s${tests})`
}

/** Runs three programs in parallel and prints the output of each when the program ends. */
async function check(): Promise<number> {
  const programs = [
    [...typeCheck, ...typeCache],
    ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    ['oxlint/bin/oxlint', '--deny-warnings'],
  ]
  const exitCodes = await Promise.all(programs.map((program) => runPackage(program, {}, 'when done')))
  return exitCodes.find((exitCode) => exitCode !== 0) ?? 0
}

function runVitest(report: string, args: string[], env: Record<string, string>): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, report)}`]
  return runPackage(['vitest/vitest.mjs', 'run', ...reporters, ...args, ...programArguments], env)
}

function vitest(): Promise<number> {
  return runVitest('vitest.json', [], testEnv)
}

async function components(): Promise<number> {
  const env = { ...testEnv, CHROMIUM_PATH: await findOrInstallChromium() }
  return runVitest('components.json', ['--config=vitest.components.config.ts'], env)
}

async function playwright(): Promise<number> {
  const env = {
    ...testEnv,
    CHROMIUM_PATH: await findOrInstallChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  }
  const releaseOnly = all ? [] : ['--grep-invert=@all']
  return runPackage(
    ['@playwright/test/cli.js', 'test', '--reporter=list,json', ...releaseOnly, ...programArguments],
    env,
  )
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages?: string[] }[]
  }[]
}

function countVitest(name: string): Count | undefined {
  const report = readReport<VitestReport>(name)
  return report && { passed: report.numPassedTests, failed: report.numFailedTests + filesNotLoaded(report).length }
}

/** Lists files that could not be loaded. Such a file has no tests but counts as a failure. */
function filesNotLoaded({ testResults }: VitestReport) {
  return testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
}

function countPlaywright(): Count | undefined {
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>('playwright.json')
  return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
}

type Suite = { suites?: Suite[]; specs: Spec[] }
type Spec = { file: string; title: string; tests: { status: string; results: Result[] }[] }
type Result = {
  duration: number
  error?: { message?: string }
  attachments: { name: string; path?: string }[]
}

function journeySpecs(): Spec[] {
  const specsOf = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]
  return (readReport<{ suites: Suite[] }>('playwright.json')?.suites ?? []).flatMap(specsOf)
}

/** Lists each failed journey with its error and page. Flaky journeys come first. */
function failedJourneys(): string[] {
  const failures = journeySpecs().flatMap(({ tests, ...spec }) =>
    tests.flatMap(({ status, results }) =>
      results.filter(({ error }) => error).map((result) => ({ ...spec, result, isFlaky: status === 'flaky' })),
    ),
  )
  const description = ({ file, title, result, isFlaky }: (typeof failures)[number]) => [
    `\n${file}: ${title}${isFlaky ? ' (passed when tried again)' : ''}`,
    ...[
      ...stripVTControlCharacters(result.error?.message ?? '')
        .split('\n')
        .slice(0, ERROR_LINES),
      ...pageOf(result),
    ].map((line) => `  ${line}`),
  ]
  return [...failures.filter(({ isFlaky }) => isFlaky), ...failures.filter(({ isFlaky }) => !isFlaky)].flatMap(
    description,
  )
}

/** Lists file, title and first error line of every failed test, for a reader who sees only the last lines. */
function failedNames(): string[] {
  const reports = ['vitest.json', 'components.json'].flatMap((name) => readReport<VitestReport>(name) ?? [])
  const tests = reports
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => named(relative(project, name), fullName, failureMessages?.[0])),
    )
  const notLoaded = reports.flatMap(filesNotLoaded).map(({ name }) => `${relative(project, name)}: could not be loaded`)
  const journeys = journeySpecs()
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, title, tests }) => named(file, title, tests.at(-1)?.results.at(-1)?.error?.message))
  return [...tests, ...notLoaded, ...journeys]
}

function named(file: string, title: string, error = ''): string {
  const reason = stripVTControlCharacters(error).split('\n', 1)[0]!.slice(0, 200)
  return `${file}: ${title}${reason && ` (${reason})`}`
}

function vitestTimes(report: string): TestTime[] {
  return (readReport<VitestReport>(report)?.testResults ?? []).flatMap(
    ({ name, startTime, endTime, assertionResults }) => {
      const file = relative(project, name)
      const tests = assertionResults.map(({ fullName, duration }) => ({
        file,
        title: fullName,
        seconds: (duration ?? 0) / 1000,
      }))
      const sum = tests.reduce((sum, { seconds }) => sum + seconds, 0)
      // Imports and hooks take the rest of the file's time.
      return [...tests, { file, title: 'hooks', seconds: Math.max(0, (endTime - startTime) / 1000 - sum) }]
    },
  )
}

function journeyTimes(): TestTime[] {
  return journeySpecs().flatMap(({ file, title, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ file, title, seconds: duration / 1000 }))),
  )
}

/** Prints the slowest tests and files, and stores the duration of every file in test-results. */
function printTimes(part: Part, times: TestTime[]): void {
  if (times.length < SLOWEST) return
  const files = new Map<string, number>()
  for (const { file, seconds } of times) files.set(file, (files.get(file) ?? 0) + seconds)
  const bySeconds = [...files].sort((one, other) => other[1] - one[1])
  const sum = bySeconds.reduce((sum, [, seconds]) => sum + seconds, 0)
  const line = (seconds: number, name: string) => `${seconds.toFixed(1).padStart(8)} s  ${name}`
  const slowest = times.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  console.log(`\n${part}: ${sum.toFixed(0)} s in ${files.size} files. The slowest files:`)
  for (const [file, seconds] of bySeconds.slice(0, SLOWEST)) console.log(line(seconds, file))
  console.log('The slowest tests:')
  for (const { file, title, seconds } of slowest) console.log(line(seconds, `${file}: ${title}`))
  const folder = join(project, 'test-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, timeFiles[part]), bySeconds.map(([file, seconds]) => `${line(seconds, file)}\n`).join(''))
}

/** Returns headings, messages and fields of the page on which a journey failed, without its menu and tables. */
function pageOf({ attachments }: Result): string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  if (!path || !existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\s*- (heading|alert|status|dialog|region|textbox|button) /.test(line))
    .map((line) => line.trim().slice(0, 120))
    .slice(0, PAGE_LINES)
}

function readReport<Report>(name: string): Report | undefined {
  const path = join(reports, name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
}

type Output = 'at once' | 'when done'

/** Runs a program of an installed package, given as a path below node_modules and arguments. */
function runPackage([program, ...args]: string[], env: Record<string, string> = {}, output?: Output): Promise<number> {
  return runNode([join(project, 'node_modules', program!), ...args], env, output)
}

/** Runs a program on this Node, including its child processes. Returns the exit code. */
function runNode(args: string[], env: Record<string, string> = {}, output: Output = 'at once'): Promise<number> {
  const PATH = [join(project, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: output === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH, ...env },
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk))
  running.add(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      process.stdout.write(Buffer.concat(printed))
      resolve(code ?? 1)
    })
  })
}
