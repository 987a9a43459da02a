import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { atMost, expectNone, type Finding, finding, type Options } from '../report.ts'
import { queryOnce, readLedger, type Server, startServerWith, waitUntil } from '../world.ts'
import { type DatabaseCluster, HA_ROOT, missingRoot, openCluster } from './cluster.ts'
import type { DatabaseNode } from './database-node.ts'
import { startProxies } from './proxies.ts'
import { startSales } from './sales.ts'

const SALES_PER_MINUTE = 500
const KILLS = 20
const SWITCHOVERS = 3
const OUTAGE_MOST_MS = 120_000
const CALM_MS = 3_000

type Fault = {
  name: string
  /** The time in milliseconds within which calls must succeed again. */
  goal: number
  harm: (node: DatabaseNode, cluster: DatabaseCluster) => unknown
  repair: (node: DatabaseNode, cluster: DatabaseCluster) => unknown
}

const kinds: readonly Fault[] = [
  { name: 'crash of PostgreSQL', goal: 10_000, harm: (node) => node.crash(), repair: () => {} },
  {
    name: 'loss of the host',
    goal: 30_000,
    harm: (node) => node.kill(),
    repair: (node, cluster) => cluster.start(node),
  },
  { name: 'frozen host', goal: 30_000, harm: (node) => node.freeze(), repair: (node) => node.thaw() },
  {
    name: 'loss of the network',
    goal: 30_000,
    harm: (node) => node.cutNetwork(),
    repair: (node) => node.restoreNetwork(),
  },
]

const switchover: Fault = {
  name: 'planned switchover',
  goal: 10_000,
  harm: (node, cluster) => cluster.switchOver(node),
  repair: () => {},
}

/** Kills the primary of three Patroni hosts again and again while tills sell, and makes planned switchovers. */
export async function runFailovers({ short, through, log }: Options): Promise<Finding[]> {
  const missing = missingRoot()
  if (missing) return [finding('root with Patroni', HA_ROOT, missing, false)]
  const folder = mkdtempSync(join(tmpdir(), 'carat-failover-'))
  const cluster = await openCluster(join(folder, 'logs'))
  let server: Server | undefined
  let proxies: Awaited<ReturnType<typeof startProxies>> | undefined
  try {
    await cluster.healthy()
    await cluster.createDatabase()
    proxies = through === 'pgbouncer' ? await startProxies(cluster, join(folder, 'logs')) : undefined
    server = await startServerWith({
      DATABASE_URL: proxies?.url ?? cluster.url(),
      // The program needs sessions past the pooler.
      ...(proxies && { DATABASE_DIRECT_URL: cluster.url() }),
      DATA_DIR: join(folder, 'data'),
      DEMO: '1',
    })
    log(`the server was ready after ${Math.round((await server.start()) / 1_000)} s`)
    const kills = Array.from({ length: short ? kinds.length : KILLS }, (_, kill) => kinds[kill % kinds.length]!)
    const switchovers = Array.from({ length: short ? 1 : SWITCHOVERS }, () => switchover)
    return await failOver(cluster, server, folder, [...switchovers, ...kills], log)
  } finally {
    if (server && !server.exited()) await server.end('SIGTERM')
    await proxies?.close()
    cluster.close()
    if (!process.env.HA_KEEP_LOGS) rmSync(folder, { recursive: true, force: true })
  }
}

async function failOver(
  cluster: DatabaseCluster,
  server: Server,
  folder: string,
  faults: readonly Fault[],
  log: (text: string) => void,
): Promise<Finding[]> {
  const pid = server.pid()
  await queryOnce(await primaryUrl(cluster), `update user_account set calls_per_minute = 100000 where username = 'pos'`)
  const members = await queryOnce<{ membership_no: string }>(
    await primaryUrl(cluster),
    `select membership_no from membership join customer using (customer_id)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active'
     order by membership_no limit 200`,
  )
  const sales = startSales({
    base: server.base,
    secret: readFileSync(join(folder, 'data/secrets/pos'), 'utf8').trim(),
    members: members.map((member) => member.membership_no),
    perMinute: SALES_PER_MINUTE,
  })
  const random = seeded(1)
  const outages = new Map<string, number[]>(faults.map(({ name }) => [name, []]))
  for (const [index, { name, harm, repair }] of faults.entries()) {
    await sleep(CALM_MS + random() * 2_000)
    const node = await cluster.primary()
    const since = performance.now()
    await harm(node, cluster)
    const isBack = async () => (await cluster.primary()) !== node && sales.succeededSince(since)
    // The primary is another host before a sale counts, because sales may succeed until the fault takes effect.
    const took = await waitUntil(async () => isBack(), OUTAGE_MOST_MS, 50)
    await sleep(CALM_MS)
    outages.get(name)!.push(Number.isFinite(took) ? sales.outageAfter(since) : took)
    await repair(node, cluster)
    await cluster.healthy()
    const seconds = (outages.get(name)!.at(-1)! / 1_000).toFixed(1)
    log(`${index + 1}. ${name} of ${node.name}: calls failed for ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`)
  }
  await sleep(CALM_MS)
  await sales.stop()
  return [
    finding('failovers', String(faults.length), faults.length, true),
    ...[...new Set(faults)].map(({ name, goal }) =>
      atMost(`${name}: longest time with failed calls`, goal, Math.max(...outages.get(name)!)),
    ),
    ...(await evaluate(await primaryUrl(cluster), sales)),
    finding('the same process as before', 'yes', server.pid() === pid ? 'yes' : 'no', server.pid() === pid),
    expectNone('errors in the log', bugsIn(server).length, bugsIn(server)),
  ]
}

/** The URL of the present primary alone, for statements of the test. */
async function primaryUrl(cluster: DatabaseCluster) {
  const { address } = await cluster.primary()
  const url = cluster.url().replace(/@[^/]+/, () => `@${address}:5432`)
  return url.replace(/target_session_attrs=[^&]+&/, '')
}

async function evaluate(url: string, { acknowledged, failed, statuses, count }: ReturnType<typeof startSales>) {
  const rows = await queryOnce<{ invoice: string; member: string; sales: number; credits: number; points: number }>(
    url,
    `select s.invoice_no as invoice, s.membership_no as member, count(distinct s.transaction_id)::int as sales,
       count(h.*)::int as credits, coalesce(sum(h.points), 0)::int as points
     from transaction_summary s left join point_history h on h.transaction_id = s.transaction_id and h.transaction_type = 'Earn'
     where s.invoice_no like 'HA-%' group by s.invoice_no, s.membership_no`,
  )
  const booked = new Map(rows.map((row) => [row.invoice, row]))
  const lost = acknowledged.filter(({ invoice, member, points }) => {
    const row = booked.get(invoice)
    return !row || row.member !== member || row.points !== points
  })
  const doubled = rows.filter(({ sales, credits }) => sales !== 1 || credits !== 1)
  const ledger = await readLedger(url)
  const strange = [...statuses].filter(([status]) => !['201', '503', 'no answer'].includes(status))
  return [
    finding('sales acknowledged', String(count()), acknowledged.length, acknowledged.length === count()),
    expectNone('acknowledged but lost', lost.length, lost),
    expectNone('doubled', doubled.length, doubled),
    expectNone('failed with the retries of the client', failed.length, failed),
    expectNone('stored but never acknowledged', booked.size - acknowledged.length),
    finding(
      'members whose book disagrees',
      '0',
      ledger['members whose book disagrees']!,
      ledger['members whose book disagrees'] === '0',
    ),
    expectNone('answers but 201, 503 and none', strange.length, strange),
    finding('attempts answered 503', 'some', statuses.get('503') ?? 0, (statuses.get('503') ?? 0) > 0),
  ]
}

const bugsIn = (server: Server) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
