import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { demoBrands } from '#app/demo/lists.ts'
import { cardCategorySeeds } from '#app/demo/rules.ts'
import { releaseInfo } from '#app/server/release.ts'
import { sandboxTillCredentials, startSandbox } from '#app/server/sandbox/start.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { openDatabase } from '#kit/server/database.ts'
import { findRunningPostgresUrl } from '#kit/server/embedded-postgres.ts'
import { cases, casesOf } from './cases.ts'
import { httpDriver, scriptDriver } from './drivers.ts'
import { failedResults, htmlOf, type Report } from './report.ts'
import { type ConformanceTarget, runCases } from './run.ts'

// `npm run conformance` runs the cases against a vendor's till through its test driver (docs/conformance.md).
// Writes a report in HTML and JSON, and exits with 1 if a case failed.
// Run a driver: `npm run conformance -- --script="python3 till.py --driver"`.
// Call a driver: `npm run conformance -- --till=http://127.0.0.1:9000/`.
// Options: --only=K3,K4 --out=FOLDER --data=FOLDER --port=4100 --patience=SECONDS --list.

const { values } = parseArgs({
  options: {
    script: { type: 'string' },
    till: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'conformance-results' },
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    patience: { type: 'string', default: '120' },
    list: { type: 'boolean' },
  },
})
const refuse = (message: string): never => {
  console.error(message)
  process.exit(2)
}

if (values.list) {
  for (const { id, title, played } of cases) console.log(`${id.padEnd(4)} ${title}: ${played}`)
  process.exit(0)
}
const { script, till } = values
if ((script === undefined) === (till === undefined)) refuse('Name the till: --script="COMMAND" or --till=URL')
const patience = Number(values.patience)
if (!(patience > 0)) refuse('--patience wants seconds')

const selected = (() => {
  try {
    return values.only === undefined ? cases : casesOf(values.only.split(','))
  } catch (error) {
    return refuse((error as Error).message)
  }
})()

const dataDir = values.data === undefined ? mkdtempSync(join(tmpdir(), 'carat-conformance-')) : resolve(values.data)
console.log('Starting the sandbox')
const starting = startSandbox({ port: Number(values.port), dataDir, log: () => {} })
const toEnd: (() => Promise<unknown>)[] = []
const end = async (code: number): Promise<never> => {
  // Wait for a start in progress, because its database would otherwise stay behind.
  const server = await starting.catch(() => undefined)
  for (const stop of toEnd.reverse()) await stop()
  await server?.stop()
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))

const server = await starting.catch(async (error: Error) => {
  console.error(error.message)
  return end(2)
})
const database = openDatabase({ url: findRunningPostgresUrl(dataDir)!, max: 2, applicationName: 'carat conformance' })
toEnd.push(() => database.end())
const driver = script === undefined ? httpDriver(till!, patience) : scriptDriver(script, patience)
toEnd.push(driver.end)

const target: ConformanceTarget = {
  url: server.address.replace(/\/$/, ''),
  sandbox: server.sandbox,
  sql: async (text, ...parameters) => (await database.pool.query(text, parameters)).rows as never[],
  ...sandboxTillCredentials,
  outlet: 'KL1',
  brand: demoBrands[0],
  category: cardCategorySeeds[0].code,
  serverSecret: readServerSecret(dataDir, undefined),
}
const results = await runCases(selected, target, driver, ({ id, title, verdict, reasons }) => {
  console.log(`${verdict === 'failed' ? 'FAILED' : verdict.padEnd(7)} ${id.padEnd(4)} ${title}`)
  for (const reason of reasons) console.log(`             ${reason}`)
})

const report: Report = {
  playedAt: new Date().toISOString(),
  release: `Carat ${releaseInfo.version}`,
  driver: script ?? till!,
  results,
}
mkdirSync(values.out, { recursive: true })
writeFileSync(join(values.out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
writeFileSync(join(values.out, 'report.html'), htmlOf(report))
const failed = failedResults(results).length
console.log(
  `\n${failed === 0 ? `All ${results.filter(({ verdict }) => verdict === 'passed').length} cases passed` : `${failed} of ${results.length} cases FAILED`}; see ${join(values.out, 'report.html')}`,
)
await end(failed === 0 ? 0 : 1)
