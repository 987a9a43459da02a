import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchBrowser } from './browser.ts'
import { benchCampaigns } from './campaigns.ts'
import { benchCounter } from './counter.ts'
import { benchCrowd } from './crowd.ts'
import { benchExports } from './exports.ts'
import { benchFeedCost } from './feed-cost.ts'
import { type Figure, printTable } from './figures.ts'
import { benchLedger } from './ledger.ts'
import { benchMerge } from './merge.ts'
import { benchNightly } from './nightly.ts'
import { benchPublicPages } from './public.ts'
import { benchReports } from './reports.ts'
import { benchRetail } from './retail.ts'
import { benchRewards } from './rewards.ts'
import { benchScale } from './scale.ts'
import { benchSegments } from './segments.ts'
import { benchSends } from './sends.ts'
import { benchTimingAttack } from './timing-attack.ts'
import { benchVouchers } from './vouchers.ts'
import { benchWatch } from './watch.ts'

// `npm run bench` measures speed, where possible against a baseline in the same run, because machines differ.
// Prints tables and writes bench-results/<time>.json.
// Asserts no times; a missed correctness goal exits with 1.

// Stop started databases on exit. Their servers stop with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const { values } = parseArgs({
  options: {
    /** A CSV file of retail sales to import. */
    retail: { type: 'string' },
    /** A folder in which the company of `reports` is kept between runs. */
    data: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** Only these parts, separated by commas: counter, browser, exports, nightly, ledger, merge, vouchers, rewards, segments, campaigns, sends, watch, reports, public, known, feed-cost, scale. */
    only: { type: 'string' },
    /** The sizes of the part `scale`, separated by commas. */
    members: { type: 'string' },
    /** The time after which the part `scale` measures no further size. */
    minutes: { type: 'string', default: '360' },
  },
})
const requested = (part: string) => values.only === undefined || values.only.split(',').includes(part)

const results: Record<string, Figure[]> = {}
const measure = async (title: string, work: () => Promise<Figure[]>) => {
  console.log(`\n${title} …`)
  results[title] = await work()
  printTable(title, results[title])
  if (results[title].some(({ missed }) => missed)) process.exitCode = 1
}

const { retail } = values
if (retail) await measure('Import of a real file', () => benchRetail(retail))

const size = values.quick
  ? { customers: 5_000, sales: 20_000, seconds: 3, rounds: 1 }
  : { customers: 200_000, sales: 1_000_000, seconds: 8, rounds: 3 }
if (requested('counter'))
  await measure(`The counter, ${size.customers} members and ${size.sales} sales`, () => benchCounter(size))

if (requested('browser'))
  await measure('In a browser: a processor 4 times slower, 9 Mbit/s, 85 ms away', () =>
    benchBrowser({ runs: values.quick ? 1 : 5 }),
  )

if (requested('exports'))
  await measure(`Exports of ${size.customers} members`, () =>
    benchExports({ customers: size.customers, rounds: size.rounds }),
  )

const lots = values.quick ? 20_000 : 1_000_000
if (requested('nightly'))
  await measure(`The nightly batch over ${lots} lots, and the proof`, () => benchNightly({ lots }))

const ledger = values.quick
  ? { seconds: 10, redemptions: 100, sequences: 50, steps: 50 }
  : { seconds: 60, redemptions: 500, sequences: 2_000, steps: 50 }
if (requested('ledger')) await measure('The books under many hands, and against a model', () => benchLedger(ledger))

const transactions = values.quick ? 1_000 : 10_000
if (requested('merge'))
  await measure(`A merge of two members with ${transactions} transactions each`, () => benchMerge({ transactions }))

const vouchers = values.quick ? 50_000 : 1_000_000
if (requested('vouchers')) await measure(`A file of ${vouchers} vouchers`, () => benchVouchers({ rows: vouchers }))

if (requested('rewards'))
  await measure(`Rewards at the counter, ${size.customers} members`, () =>
    benchRewards({ ...size, sales: size.customers * 2 }),
  )

const people = values.quick ? 50_000 : 1_000_000
if (requested('segments'))
  await measure(`A segment with six conditions over ${people} customers`, () =>
    benchSegments({ customers: people, rounds: 5 }),
  )

const targets = values.quick ? 5_000 : 100_000
if (requested('campaigns'))
  await measure('Campaigns at the till', () => benchCampaigns({ customers: 20_000, pairs: values.quick ? 6 : 24 }))

if (requested('sends'))
  await measure(`A send to ${targets} customers, paused, and killed twice`, () => benchSends({ targets }))

if (requested('watch')) await measure(`Loyalty watch over ${size.sales} sales`, () => benchWatch(size))

if (requested('reports'))
  await measure(`Every report, ${size.customers} members and ${size.sales} sales`, () =>
    benchReports({ ...size, rounds: 3, dataDir: values.data }),
  )

if (requested('public')) {
  await measure('The customers’ pages on a phone: a processor 4 times slower, slow 4G', () =>
    benchPublicPages({ runs: values.quick ? 1 : 5 }),
  )
  await measure('Many customers at once', () =>
    benchCrowd(values.quick ? { customers: 50, seconds: 10 } : { customers: 300, seconds: 60 }),
  )
}

if (requested('known'))
  await measure('What the time of an answer tells of who is known', () =>
    benchTimingAttack(values.quick ? 1_000 : 10_000),
  )

if (requested('feed-cost'))
  await measure('The event feed at the till', () =>
    benchFeedCost(
      values.quick
        ? { customers: 5_000, seconds: 3, pairs: 4, blocks: 20 }
        : { customers: 20_000, seconds: 6, pairs: 10, blocks: 40 },
    ),
  )

// Runs only on request, because it takes hours and tens of gigabytes.
if (values.only?.split(',').includes('scale')) {
  const sizes = (values.members ?? (values.quick ? '5000,10000' : '200000,1000000,5000000')).split(',').map(Number)
  if (!sizes.every((members) => Number.isInteger(members) && members > 0))
    throw new Error('--members takes whole numbers')
  await measure(`Growth to ${sizes.at(-1)} members`, () =>
    benchScale({
      sizes,
      seconds: values.quick ? 2 : size.seconds,
      mixedSeconds: values.quick ? 10 : 120,
      minutes: Number(values.minutes),
    }),
  )
}

mkdirSync('bench-results', { recursive: true })
const file = `bench-results/${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
console.log(`\nWritten to ${file}`)
