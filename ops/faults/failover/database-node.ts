import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, readlinkSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '../world.ts'

// One database host: a network namespace of this machine in which etcd, Patroni and PostgreSQL run from a root folder.

/** Where patroni.service of Debian expects its settings. */
export const PATRONI_FILE = '/etc/patroni/config.yml'

export const LEADER_SCRIPT = '/etc/carat-ha/etcd-leader.sh'

export type DatabaseNode = ReturnType<typeof createNode>
type Settings = { root: string; name: string; address: string; bridge: string; logFolder: string }

/** Runs a command that must succeed. Returns its output. */
export function runCommand(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

/** Returns the identity of a network namespace; undefined if it does not exist. */
const findNamespace = (space: string) =>
  spawnSync('ip', ['netns', 'exec', space, 'readlink', '/proc/self/ns/net'], { encoding: 'utf8' }).stdout?.trim() ||
  undefined

/** The ids of all processes in the network namespace. */
function processesIn(namespace: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/ns/net`) === namespace ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

function signal(pids: readonly number[], name: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended.
    }
  }
}

/** Opens the log of a program of a host for appending. */
export const logOf = (logFolder: string, name: string, program: string) =>
  createWriteStream(join(logFolder, `${name}-${program.split('/').at(-1)}.log`), { flags: 'a' })

type ProgramOptions = {
  log: WriteStream
  /** The network namespace; by default that of this process. */
  space?: string
  user?: string
  environment?: Record<string, string>
}

/** Starts a program in the root as a user, with a /proc and a /run of its own. */
export function startInRoot(root: string, command: readonly string[], options: ProgramOptions): ChildProcess {
  const { log, space, user = 'postgres', environment = {} } = options
  const script = `
    mount -t proc proc "$1/proc"; mount -t tmpfs tmpfs "$1/run"; mount -t tmpfs tmpfs "$1/dev/shm"
    chmod 1777 "$1/dev/shm"; chroot "$1" install -d -o "$2" -g "$2" /run/postgresql
    root=$1; user=$2; shift 2; exec chroot --userspec="$user:$user" "$root" "$@"`
  // `ip netns exec` also creates a mount namespace.
  const enter = space ? ['ip', 'netns', 'exec', space] : ['unshare', '--mount']
  const variables = Object.entries(environment).map(([key, value]) => `${key}=${value}`)
  const [program, ...args] = [...enter, 'sh', '-euc', script, 'sh', root, user, 'env', '-i', ...variables, ...command]
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false })
  return child
}

export function createNode({ root, name, address, bridge, logFolder }: Settings) {
  const space = `carat-${name}`
  const link = `carat-${name}`
  const dataFolder = `/var/lib/carat-ha/${name}`
  const children: ChildProcess[] = []
  const environment: Record<string, string> = {}
  // Undefined before the namespace is created.
  let namespace = findNamespace(space)
  const pids = () => (namespace ? processesIn(namespace) : [])

  /** Starts a program in the root as the user postgres. */
  function start(program: string, ...args: string[]) {
    const child = startInRoot(root, [program, ...args], { space, environment, log: logOf(logFolder, name, program) })
    children.push(child)
    return child
  }

  return {
    name,
    address,
    pids,
    environment,
    dataFolder,
    /** Creates the namespace with its cable to the bridge. */
    plugIn() {
      runCommand('ip', 'netns', 'add', space)
      runCommand('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      runCommand('ip', 'link', 'set', link, 'master', bridge, 'up')
      runCommand('ip', '-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) runCommand('ip', '-n', space, 'link', 'set', device, 'up')
      namespace = findNamespace(space)
      mkdirSync(join(root, dataFolder), { recursive: true })
      runCommand('chroot', root, 'install', '-d', '-m', '700', '-o', 'postgres', dataFolder, `${dataFolder}/postgres`)
    },
    startEtcd() {
      start('/usr/bin/etcd')
      start('/bin/sh', LEADER_SCRIPT)
    },
    startPatroni: () => start('/usr/bin/patroni', PATRONI_FILE),
    /** Runs patronictl with the settings of the host. */
    async patronictl(...args: string[]) {
      const [code] = await once(start('/usr/bin/patronictl', '-c', PATRONI_FILE, ...args), 'exit')
      if (code !== 0) throw new Error(`patronictl ${args.join(' ')} ended with ${code}: see ${logFolder}`)
    },
    /** Runs statements as the superuser, by the socket in the root of PostgreSQL's processes. */
    psql(text: string, database = 'postgres'): string {
      const [postmaster] = readFileSync(join(root, dataFolder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
      const enter = ['--target', postmaster!, '--mount', '--net', '--root']
      const become = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
      return runCommand(
        'nsenter',
        ...enter,
        ...become,
        'psql',
        '-qAtX',
        '-h',
        '/run/postgresql',
        '-c',
        text,
        database,
      ).trim()
    },
    /** Ends PostgreSQL alone, as a crash does; Patroni goes on. */
    crash: () => signal(postgresOf(pids()), 'SIGKILL'),
    /** Ends every process at once, as the loss of power does. */
    async kill() {
      await waitUntil(async () => {
        signal(pids(), 'SIGKILL')
        return pids().length === 0
      }, 10_000)
    },
    freeze: () => signal(pids(), 'SIGSTOP'),
    thaw: () => signal(pids(), 'SIGCONT'),
    cutNetwork: () => void runCommand('ip', 'link', 'set', link, 'down'),
    restoreNetwork: () => void runCommand('ip', 'link', 'set', link, 'up'),
    /** Ends all processes and removes the host, also one that an interrupted run left. */
    remove() {
      for (let left = pids(); left.length > 0; left = pids()) signal(left, 'SIGKILL')
      spawnSync('ip', ['netns', 'del', space])
      spawnSync('ip', ['link', 'del', link])
      spawnSync('chroot', [root, 'rm', '-rf', dataFolder])
    },
  }
}

const postgresOf = (pids: readonly number[]) =>
  pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    } catch {
      return false
    }
  })
