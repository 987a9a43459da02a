import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { parts } from './parts.ts'
import { type Finding, finding, printFindings } from './report.ts'

// `npm run faults` injects faults: killed processes, frozen databases, network faults and attacks.
// Prints a table for each part, writes fault-results/<time>.json, and exits with 1 if a goal was missed.
// Options: `--only=C1,C7` runs some parts, `--short` a fraction of the size.
// `npm run faults -- --only=C14 --minutes=480` is the long run overnight.
// `--only=upgrade --release=FOLDER` upgrades from the release that is checked out and installed in FOLDER.
// `--only=failover --through=pgbouncer` connects the program through PgBouncer and HAProxy.
// `npm run faults -- --only=feed --scale=0.25` runs the feed with a quarter of its members, calls and kills.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    release: { type: 'string' },
    through: { type: 'string' },
    scale: { type: 'string', default: '1' },
    list: { type: 'boolean' },
  },
})
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
if (minutes !== undefined && !(minutes > 0)) {
  console.error('--minutes wants a number above 0')
  process.exit(2)
}
const scale = Number(values.scale)
if (!(scale > 0 && scale <= 1)) {
  console.error('--scale wants a number above 0 and at most 1')
  process.exit(2)
}
const { through } = values
if (through !== undefined && through !== 'pgbouncer') {
  console.error('--through wants pgbouncer')
  process.exit(2)
}
const requested = values.only?.split(',')
const unknown = requested?.filter((name) => !parts.some((part) => part.name === name)) ?? []
if (values.list || unknown.length > 0) {
  for (const { name, title } of parts) console.log(`${name.padEnd(10)} ${title}`)
  process.exit(values.list ? 0 : 2)
}

// Stop the servers when this process is terminated.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
// Every start of a server adds an exit listener.
process.setMaxListeners(0)

const results: Record<string, Finding[]> = {}
// Times are meaningful only on an otherwise idle machine.
console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} processors`)
for (const { name, title, run } of parts) {
  if (requested && !requested.includes(name)) continue
  console.log(`\n${name} ${title} …`)
  const began = performance.now()
  const log = (text: string) => console.log(`  ${text}`)
  // A part that throws has missed its goals. The other parts still run.
  results[name] = await run({ short: values.short, scale, minutes, release: values.release, through, log }).catch(
    (error: Error) => [finding('part completed', 'yes', error.stack ?? error.message, false)],
  )
  printFindings(`${name} ${title} (${((performance.now() - began) / 1000).toFixed(0)} s)`, results[name])
}

mkdirSync('fault-results', { recursive: true })
const file = `fault-results/${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
const missed = Object.values(results)
  .flat()
  .filter(({ met }) => !met).length
console.log(`\n${missed === 0 ? 'Every goal was met' : `${missed} goals were MISSED`}; written to ${file}`)
process.exit(missed === 0 ? 0 : 1)
