import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { restoreBackup } from './backup/read-backup.ts'
import { backUpDatabase } from './backup.ts'
import { type CliCommand, UsageError } from './command.ts'
import { compareBackupWithRestore } from './comparison.ts'
import { readLedgerSums } from './ledger-sums.ts'

const TILLS = 8

export const drillCommand: CliCommand = {
  name: 'drill',
  usage: '[--from BACKUP] [--customers N]',
  help: 'Proves that backups can be restored: yours, or one taken of a demo while its tills sell. Touches no database of yours.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, customers: { type: 'string' } } })
    const customers = Number(values.customers ?? 0)
    if (!Number.isInteger(customers) || customers < 0) throw new UsageError('--customers takes a whole number')
    const folder = await mkdtemp(join(tmpdir(), 'carat-drill-'))
    try {
      const from = values.from ? resolve(values.from) : await backupUnderLoad(folder, customers, env)
      await restoreAndCompare(folder, from)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Restores the backup into a temporary database and compares the result with the manifest. */
async function restoreAndCompare(folder: string, from: string) {
  const began = performance.now()
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'restored') })
  try {
    const media = join(folder, 'restored', 'media')
    const restored = await restoreBackup({ from, url: postgres.url, replace: false, sumUp: readLedgerSums, media })
    const { lines, same } = compareBackupWithRestore(restored)
    console.log([`Restored in ${seconds(began)} s`, ...lines].join('\n'))
    const unbalancedMembers = restored.sums['members whose book disagrees']
    if (!same || unbalancedMembers !== '0')
      throw new Error('The drill failed: the restored data differ from the backup')
    console.log('The drill passed: all counts and sums are those of the backup')
  } finally {
    await postgres.stop()
  }
}

/** Backs up a temporary demo while simulated tills enter sales and award points. */
async function backupUnderLoad(folder: string, customers: number, env: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = join(folder, 'busy')
  const config = loadConfig({ PATH: env.PATH, DATA_DIR: dataDir, PORT: '0', DEMO: '1', LOG_LEVEL: 'silent' })
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster') })
  const server = await startServer({ ...config, databaseUrl: postgres.url }, { dev: false, log: () => {} })
  try {
    const members = await prepare(postgres.url, customers)
    const secret = (await readFile(join(dataDir, 'secrets', 'pos'), 'utf8')).trim()
    const tills = await openTills(new URL(API_BASE, server.address).href, secret, members)
    const began = performance.now()
    const before = tills.awarded()
    await backUpDatabase(config, postgres.url, join(folder, 'backup.tar'), () => {})
    const during = tills.awarded() - before
    await tills.close()
    console.log(`Saved in ${seconds(began)} s; ${during} awards were granted meanwhile`)
    if (during === 0) throw new Error('The drill proves nothing: no award was granted while the backup was taken')
    return join(folder, 'backup.tar')
  } finally {
    await server.stop()
    await postgres.stop()
  }
}

async function prepare(url: string, customers: number): Promise<string[]> {
  const client = await openClient(url, 'drill')
  try {
    if (customers > 0) await seedLargeCompany(client, { customers, sales: customers * 5 }, () => {})
    const { rows } = await client.query<{ membership_no: string }>(
      `select membership_no from membership where member_type = 'Premium Member' and status = 'Active' limit 2000`,
    )
    return rows.map((row) => row.membership_no)
  } finally {
    await client.end()
  }
}

/** Simulates tills that enter walk-in sales and award each sale to a member, until `close` is called. */
async function openTills(api: string, ClientSecret: string, members: readonly string[]) {
  const call = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await reply.json()) as Record<string, string>
    if (!reply.ok) throw new Error(`${path} was refused: ${answer.message}`)
    return answer
  }
  const { access_token: token } = await call('/auth/system/sign-in', { ClientId: 'pos', ClientSecret })
  let open = true
  let number = 0
  let awarded = 0
  const sell = async () => {
    while (open) {
      const InvoiceNo = `DRILL-${++number}`
      const sale = { TransactionType: 'N', InvoiceNo, OutletCode: 'KL1', SalesPersonCode: 'KL101', Details: [ring] }
      await call('/customer/memberships/transaction-summaries/add', sale, token)
      await call('/point/award', { MembershipNo: members[number % members.length], InvoiceNo }, token)
      awarded++
    }
  }
  const tills = Array.from({ length: TILLS }, sell)
  const allTills = Promise.all(tills)
  allTills.catch(() => {})
  while (awarded < TILLS * 2) await Promise.race([allTills, new Promise((resolve) => setTimeout(resolve, 20))])
  return {
    awarded: () => awarded,
    async close() {
      open = false
      await allTills
    },
  }
}

const ring = {
  ItemCode: 'RING1',
  Brand: 'Carat',
  ProductGroup: 'DIA-RING',
  Description: 'Diamond ring',
  UnitPrice: '1288.00',
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
