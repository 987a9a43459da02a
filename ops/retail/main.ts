import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { checkRetail } from './check.ts'
import { COLUMNS } from './file.ts'

// `npm run retail -- FILE` imports a retail sales file into a new company and verifies the reports against the file.

const [path] = process.argv.slice(2)
if (!path) {
  console.error(`npm run retail -- FILE

FILE is a CSV, or one packed with gzip, with these columns: ${COLUMNS.join(',')}
such as the data set "Online Retail" of the UCI Machine Learning Repository (D. Chen, 2015). An InvoiceNo that begins with C
is a cancellation, InvoiceDate is the clock in London between 2010-12-01 and 2011-12-31, and who has no CustomerID is a walk-in.

It is imported into a temporary database. Then customer transactions, repeat customers, customer
performance, product sales, repeat days, time between purchases and cohorts are read, and each row and total is compared
with what is worked out of the file alone. Ends with 0 where all of them are the same, else with 1.`)
  process.exit(2)
}

/** The current time of the reports, which is after the two years of the file. */
const AT = '2011-12-31T04:00:00Z'

// Stop the database on exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const dataDir = await mkdtemp(join(tmpdir(), 'carat-retail-'))
const cluster = await startEmbeddedPostgres({ dataDir })
let differences = 0
try {
  await migrate({ url: cluster.url })
  const { imported, comparisons } = await checkRetail(cluster.url, path, AT)
  console.log(`${imported.Read} rows read, ${imported.Created} created, ${imported.Failed} failed`)
  for (const { name, rows, figures, differences: of } of comparisons) {
    differences += of.length
    const totals = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`)
    console.log(`${of.length === 0 ? 'equal' : 'DIFFERS'}  ${name}: ${rows} rows; ${totals.join(', ')}`)
    for (const one of of) console.log(`         ${one}`)
  }
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(differences === 0 ? 'Every figure is that of the file.' : `${differences} differences.`)
process.exitCode = differences === 0 ? 0 : 1
