import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { waitUntil } from '../world.ts'
import { createNode, type DatabaseNode, LEADER_SCRIPT, PATRONI_FILE, runCommand } from './database-node.ts'

// Three database hosts with the files of deploy/ha, from the root that ops/ha/root.sh builds.

const BRIDGE = 'carat-ha'
// The range for tests of networks (RFC 2544), in namespaces of this machine only.
export const NETWORK = '198.18.77'
export const PASSWORD = 'only-on-this-machine'
const READY_MS = 180_000

export const HA_ROOT = process.env.HA_ROOT ?? '/tmp/ha-root'

/** Returns how to build the root if it is missing. */
export const missingRoot = () =>
  ['usr/bin/patroni', 'usr/sbin/haproxy', 'usr/sbin/pgbouncer'].every((path) => existsSync(join(HA_ROOT, path))) &&
  process.getuid?.() === 0
    ? undefined
    : `run as root, after building ${HA_ROOT}: apt-get install debootstrap && sh ops/ha/root.sh ${HA_ROOT}`

type Member = { name: string; role: string; state: string; timeline?: number }
export type DatabaseCluster = Awaited<ReturnType<typeof openCluster>>

export async function openCluster(logFolder: string) {
  mkdirSync(logFolder, { recursive: true })
  const tls = join(HA_ROOT, 'etc/carat-ha/tls')
  const nodes = [1, 2, 3].map((number) => createNodeOf(number, logFolder))
  const remove = () => {
    for (const node of nodes) node.remove()
    spawnSync('ip', ['link', 'del', BRIDGE])
  }
  remove()
  process.once('exit', remove)
  prepareFiles(nodes, tls)
  runCommand('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
  runCommand('ip', 'addr', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE)
  runCommand('ip', 'link', 'set', BRIDGE, 'up')
  for (const node of nodes) node.plugIn()
  const start = (node: DatabaseNode) => {
    node.startEtcd()
    node.startPatroni()
  }
  for (const node of nodes) start(node)

  const ca = readFileSync(join(tls, 'ca.crt'), 'utf8')
  const ask = (node: DatabaseNode, path: string) => askPatroni(node.address, path, ca)
  /** The members as any host that answers reports them. */
  async function members(): Promise<Member[]> {
    const { members } = await Promise.any(nodes.map((node) => ask(node, '/cluster')))
    return members as Member[]
  }
  async function primary(): Promise<DatabaseNode> {
    const leader = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (!node) throw new Error('There is no primary')
    return node
  }

  return {
    nodes,
    members,
    primary,
    /** Starts a killed host again. */
    start,
    /** Makes another host primary, as the runbook does before work on a host. */
    async switchOver(node: DatabaseNode) {
      const candidate = nodes.find((other) => other !== node)!
      await node.patronictl('switchover', '--leader', node.name, '--candidate', candidate.name, '--force')
    },
    /** Waits until the primary has two standbys whose confirmation counts for a commit. */
    async healthy() {
      // The members in etcd may be out of date by Patroni's ttl, so that PostgreSQL itself is asked.
      const took = await waitUntil(async () => (await primary()).psql(quorum) === '2', READY_MS, 250)
      if (!Number.isFinite(took)) throw new Error(`The cluster is not healthy: ${JSON.stringify(await members())}`)
    },
    /** The URL of the program, which names all hosts. */
    url: () => {
      const hosts = nodes.map(({ address }) => `${address}:5432`).join(',')
      const options = new URLSearchParams({
        target_session_attrs: 'read-write',
        sslmode: 'verify-full',
        sslrootcert: join(tls, 'ca.crt'),
      })
      return `postgres://carat:${PASSWORD}@${hosts}/carat?${options}`
    },
    async createDatabase() {
      const node = await primary()
      node.psql(`create role carat login createrole password '${PASSWORD}'`)
      node.psql('create database carat owner carat')
    },
    close: remove,
  }
}

const quorum = `select count(*) from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`

function createNodeOf(number: number, logFolder: string) {
  const node = createNode({
    ...{ root: HA_ROOT, name: `db${number}`, address: `${NETWORK}.1${number}`, bridge: BRIDGE, logFolder },
  })
  const variables = { ...variablesOf('patroni.env', number), ...variablesOf('etcd.env', number) }
  const folders = {
    PATRONI_POSTGRESQL_DATA_DIR: `${node.dataFolder}/postgres/data`,
    PATRONI_POSTGRESQL_PGPASS: `${node.dataFolder}/postgres/pgpass`,
    ETCD_DATA_DIR: `${node.dataFolder}/etcd`,
  }
  Object.assign(node.environment, variables, folders, { PATH: '/usr/bin:/usr/sbin:/bin', LANG: 'C.UTF-8' })
  return node
}

/** The variables of a file in deploy/ha for one of the hosts, with a password where the file leaves it out. */
function variablesOf(file: string, number: number) {
  const lines = readFileSync(join('deploy/ha', file), 'utf8').split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => /^\w+=/.test(line))
      .map((line) => {
        const at = line.indexOf('=')
        const [name, value] = [line.slice(0, at), line.slice(at + 1)]
        const isList = /HOSTS|INITIAL_CLUSTER$/.test(name)
        const own = isList
          ? value
          : value.replace('10.0.0.11', () => `10.0.0.1${number}`).replace(/^db1$/, () => `db${number}`)
        return [name, own.replaceAll('10.0.0', () => NETWORK) || PASSWORD]
      }),
  )
}

function prepareFiles(nodes: readonly DatabaseNode[], tls: string) {
  rmSync(tls, { recursive: true, force: true })
  mkdirSync(tls, { recursive: true })
  // The hosts share the files of one root, so that one certificate names all of them.
  const addresses = nodes.map(({ address }) => address)
  runCommand('sh', 'deploy/ha/certificates.sh', tls, addresses.join(','))
  for (const kind of ['crt', 'key']) cpSync(join(tls, `${addresses[0]}.${kind}`), join(tls, `host.${kind}`))
  runCommand('chroot', HA_ROOT, 'chown', 'root:ssl-cert', '/etc/carat-ha/tls/host.key')
  runCommand('chroot', HA_ROOT, 'chmod', '640', '/etc/carat-ha/tls/host.key')
  runCommand('chroot', HA_ROOT, 'chmod', '755', '/etc/carat-ha', '/etc/carat-ha/tls')
  // This machine has no watchdog; without one, the lease in etcd alone keeps two primaries apart.
  const patroni = readFileSync('deploy/ha/patroni.yml', 'utf8').replace('mode: required', "mode: 'off'")
  writeFileSync(join(HA_ROOT, PATRONI_FILE), patroni)
  cpSync('deploy/ha/etcd-leader.sh', join(HA_ROOT, LEADER_SCRIPT))
}

function askPatroni(host: string, path: string, ca: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const call = request({ host, port: 8008, path, ca, timeout: 2_000, agent: false }, (reply) => {
      let text = ''
      reply.on('data', (chunk) => (text += chunk))
      reply.on('end', () => {
        try {
          resolve(JSON.parse(text))
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', reject)
    call.end()
  })
}
