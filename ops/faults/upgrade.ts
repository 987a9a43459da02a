import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { evaluateAwards, startAwards } from './awards.ts'
import { startBalancer } from './balancer.ts'
import { atMost, expectNone, type Finding, finding, type Options } from './report.ts'
import { queryOnce, type Server, startServerWith } from './world.ts'

const AWARDS_PER_MINUTE = 500

/** Upgrades two servers of the last release one after the other, while tills award sales through a balancer. */
export async function upgradeUnderLoad({ short, release, log }: Options): Promise<Finding[]> {
  if (!release || !existsSync(join(release, 'node_modules')))
    return [finding('part completed', 'yes', 'name an installed checkout of the last release: --release=FOLDER', false)]
  const findings: Finding[] = []
  for (let round = 1; round <= (short ? 1 : 5); round++) {
    const found = await upgradeOnce(resolve(release), short ? 2_000 : 20_000, `UP${round}`, log)
    findings.push(...found.map((one) => ({ ...one, measure: `upgrade ${round}: ${one.measure}` })))
  }
  return findings
}

async function upgradeOnce(release: string, members: number, prefix: string, log: (text: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'carat-faults-upgrade-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster') })
  const DATA_DIR = join(folder, 'data')
  const settings = {
    DATA_DIR,
    DATABASE_URL: postgres.url,
    DEMO: '1',
    SERVER_SECRET: 'an-upgrade-keeps-this-one-secret-only',
  }
  const servers: Server[] = []
  const balanced: (() => string)[] = []
  const balancer = await startBalancer(balanced)
  try {
    await seed(release, { ...settings, PATH: process.env.PATH! }, members)
    const start = async (root: string) => {
      const server = await startServerWith(settings, { root })
      servers.push(server)
      const ms = await server.start()
      balanced.push(server.base)
      return ms
    }
    await start(release)
    await start(release)
    const world = {
      server: { ...servers[0]!, base: balancer.base },
      databaseUrl: () => postgres.url,
      sql: <Row extends object>(text: string, ...values: unknown[]) => queryOnce<Row>(postgres.url, text, values),
      till: () => readFileSync(join(DATA_DIR, 'secrets', 'pos'), 'utf8').trim(),
    }
    // The tills share one account, which would reach its limit.
    await world.sql(`update user_account set calls_per_minute = 100000 where username = 'pos'`)
    const awards = await startAwards(world, {
      ...{ count: 50_000, prefix, tills: 16, timeout: 30_000, base: balancer.base, perMinute: AWARDS_PER_MINUTE },
    })
    for (const old of servers.slice(0, 2)) {
      balanced.splice(balanced.indexOf(old.base), 1)
      await old.end('SIGTERM')
      log(`${prefix}: a new server was ready after ${Math.round(await start(process.cwd()))} ms`)
    }
    awards.stop()
    await awards.done
    const slowest = Math.round(awards.slowest())
    log(`${prefix}: ${awards.count()} awards, slowest ${slowest} ms, load ${loadavg()[0]!.toFixed(1)}`)
    const errors = servers
      .flatMap((server) => server.output().split('\n'))
      .filter((line) => line.includes('"level":50'))
    return [
      ...(await evaluateAwards(world, awards, { count: awards.count(), prefix })),
      expectNone(
        'calls that failed and were repeated',
        [...awards.others.values()].reduce((sum, one) => sum + one, 0),
        [...awards.others],
      ),
      atMost('slowest call', 1_000, awards.slowest()),
      expectNone(`calls of ${awards.count()} that took longer than 1 s`, awards.slow()),
      expectNone('errors in the logs', errors.length, errors),
    ]
  } finally {
    balancer.close()
    for (const server of servers) if (!server.exited()) await server.end('SIGTERM')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills the database with the demo and more members, by the program of the release. */
async function seed(release: string, env: NodeJS.ProcessEnv, members: number) {
  const child = spawn(
    process.execPath,
    ['app/cli/main.ts', 'seed', '--customers', String(members), '--sales', String(members * 2)],
    {
      cwd: release,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The release could not fill the database: ${code}`)
}
