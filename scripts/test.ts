import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium } from './chromium.ts'

// The whole gate, in the order in which mistakes are cheapest to find: npm test. Parts: --only=types,lint; what follows
// is handed to the last part's program: --only=vitest areas/points. With --all-pages the pages are walked in every look.

type Count = { passed: number; failed: number }
type Step = { name: string; title: string; run(): Promise<number>; count?(): Count | undefined }

/** Of each failure, at the end of the log. */
const SAID_LINES = 12
const PAGE_LINES = 40

const project = resolve(import.meta.dirname, '..')
const allPages = process.argv.includes('--all-pages')
const handedOn = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--only=') && argument !== '--all-pages')
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

const steps: Step[] = [
  { name: 'types', title: 'Types', run: () => runPackage('typescript/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']) },
  { name: 'lint', title: 'Style and common mistakes', run: lint },
  { name: 'vitest', title: 'Units, API on PostgreSQL, architecture', run: vitest, count: countVitest },
  { name: 'build', title: 'Build of the web app', run: () => runNode([join(project, 'scripts', 'build.ts')]) },
  { name: 'size', title: 'Size of a first visit', run: () => runNode([join(project, 'scripts', 'bundle-size.ts')]) },
  { name: 'e2e', title: 'End to end in Chromium', run: playwright, count: countPlaywright },
]

let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal))

const chosen = steps.filter(({ name }) => only?.includes(name) ?? true)
const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`--only knows ${steps.map(({ name }) => name).join(', ')}, not ${unknown.join(', ')}`)
  process.exit(2)
}
const results = mkdtempSync(join(tmpdir(), 'carat-results-'))
process.exitCode = await runAll(chosen)
rmSync(results, { recursive: true, force: true })

async function runAll(chosen: Step[]): Promise<number> {
  const total: Count = { passed: 0, failed: 0 }
  const summary: string[] = []
  let exitCode = 0
  for (const step of chosen) {
    console.log(`\n== ${step.title}`)
    const begun = performance.now()
    exitCode = await step.run().catch((error: Error) => {
      console.error(error.message)
      return 1
    })
    const count = step.count?.() ?? { passed: 0, failed: 0 }
    total.passed += count.passed
    // A step may fail without a failed test of its own, for example by a type error.
    total.failed += exitCode === 0 ? 0 : Math.max(1, count.failed)
    summary.push(describe(step, exitCode, count, performance.now() - begun))
    if (exitCode !== 0) break
  }
  const skipped = chosen.slice(summary.length).map(({ title }) => `  not run  ${title}`)
  console.log(failedJourneys().join('\n'))
  console.log(`\n${[...summary, ...skipped].join('\n')}\n`)
  // Continuous integration reads this line; it stays the last one.
  if (chosen.some((step) => step.count)) console.log(`${total.passed} passed, ${total.failed} failed`)
  return exitCode
}

function describe({ title }: Step, exitCode: number, count: Count, milliseconds: number): string {
  const tests = count.passed + count.failed > 0 ? `, ${count.passed} passed, ${count.failed} failed` : ''
  return `  ${exitCode === 0 ? 'passed ' : 'FAILED '}  ${title} (${(milliseconds / 1000).toFixed(1)} s${tests})`
}

async function lint(): Promise<number> {
  const biome = await runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])
  const oxlint = await runPackage('oxlint/bin/oxlint', ['--deny-warnings'])
  return biome || oxlint
}

function vitest(): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(results, 'vitest.json')}`]
  return runPackage('vitest/vitest.mjs', ['run', ...reporters, ...handedOn])
}

async function playwright(): Promise<number> {
  const env = {
    CHROMIUM_PATH: await findOrInstallChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'playwright.json'),
    ...(allPages ? { ALL_PAGES: '1' } : {}),
  }
  return runPackage('@playwright/test/cli.js', ['test', '--reporter=list,json', ...handedOn], env)
}

function countVitest(): Count | undefined {
  const report = readReport<{
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }>('vitest.json')
  if (!report) return undefined
  // A file that could not even be loaded has no tests, but is a failure.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}

function countPlaywright(): Count | undefined {
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>('playwright.json')
  return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
}

type Suite = { suites?: Suite[]; specs: Spec[] }
type Spec = { file: string; title: string; tests: { status: string; results: Result[] }[] }
type Result = { error?: { message?: string }; attachments: { name: string; path?: string }[] }

/**
 * What each failed, once more at the end, first of those that passed when tried again: who reads only the last lines learns
 * what the gate failed of.
 */
function failedJourneys(): string[] {
  const specsOf = ({ suites = [], specs }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]
  const report = readReport<{ suites: Suite[] }>('playwright.json')
  const all = (report?.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ tests, ...spec }) =>
      tests.flatMap(({ status, results }) =>
        results.filter(({ error }) => error).map((result) => ({ ...spec, result, isFlaky: status === 'flaky' })),
      ),
    )
  const described = ({ file, title, result, isFlaky }: (typeof all)[number]) => [
    `\n${file}: ${title}${isFlaky ? ' (passed when tried again)' : ''}`,
    ...[
      ...stripVTControlCharacters(result.error?.message ?? '')
        .split('\n')
        .slice(0, SAID_LINES),
      ...pageOf(result),
    ].map((line) => `  ${line}`),
  ]
  const failed = all.filter(({ isFlaky }) => !isFlaky)
  return [
    ...[...all.filter(({ isFlaky }) => isFlaky), ...failed].flatMap(described),
    '',
    ...new Set(failed.map(({ file, title }) => `Failed: ${file}: ${title}`)),
  ]
}

/** What the page showed and asked for when a journey failed, without its menu and its tables. */
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
  const path = join(results, name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
}

function runPackage(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return runNode([join(project, 'node_modules', program), ...args], env)
}

/** On the very Node we run on; the path makes what the program starts find it too. */
function runNode(args: string[], env: Record<string, string> = {}): Promise<number> {
  const PATH = [join(project, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, PATH, ...env },
  })
  running = child
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
