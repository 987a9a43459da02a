import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchCounter } from './counter.ts'
import { benchExports } from './exports.ts'
import { type Figure, printTable } from './figures.ts'
import { benchLedger } from './ledger.ts'
import { benchNight } from './night.ts'
import { benchRetail } from './retail.ts'

// `npm run bench`: how fast Carat is, compared with something else in the same run wherever that is possible, since
// machines differ. Prints tables and writes bench-results/<time>.json; nothing is asserted.

const { values } = parseArgs({
  options: {
    /** A retailer's sales as CSV, for the import. */
    retail: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** Only these parts, separated by commas: counter, exports, night. */
    only: { type: 'string' },
  },
})
const wanted = (part: string) => values.only === undefined || values.only.split(',').includes(part)

const results: Record<string, Figure[]> = {}
const only = values.only?.split(',')
const measure = async (part: string, title: string, work: () => Promise<Figure[]>) => {
  if (only && !only.includes(part)) return
  console.log(`\n${title} …`)
  results[title] = await work()
  printTable(title, results[title])
}

const { retail } = values
if (retail) await measure('retail', 'Import of a real file', () => benchRetail(retail))

const size = values.quick
  ? { customers: 5_000, sales: 20_000, seconds: 3, rounds: 1 }
  : { customers: 200_000, sales: 1_000_000, seconds: 8, rounds: 3 }
if (wanted('counter'))
  await measure('counter', `The counter, ${size.customers} members and ${size.sales} sales`, () => benchCounter(size))

if (wanted('exports'))
  await measure('exports', `Exports of ${size.customers} members`, () =>
    benchExports({ customers: size.customers, rounds: size.rounds }),
  )

const lots = values.quick ? 20_000 : 1_000_000
if (wanted('night')) await measure('night', `The night over ${lots} lots, and the proof`, () => benchNight({ lots }))

const ledger = values.quick
  ? { seconds: 10, redemptions: 100, sequences: 50, steps: 50 }
  : { seconds: 60, redemptions: 500, sequences: 2_000, steps: 50 }
await measure('ledger', 'The books under many hands, and against a model', () => benchLedger(ledger))

mkdirSync('bench-results', { recursive: true })
const file = `bench-results/${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
console.log(`\nWritten to ${file}`)
