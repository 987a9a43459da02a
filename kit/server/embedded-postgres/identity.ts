import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { PostgresUnavailable } from './errors.ts'

/** How PostgreSQL's programs are run: as whom, and who owns the files they write. */
export type Identity = {
  command(program: string, args: string[]): { file: string; args: string[] }
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>
  /** Undefined where files simply belong to the account that runs this. */
  owner?: { uid: number; gid: number }
}

type Candidate = { title: string; prefix: string[]; drop?: Owner; owner?: Owner }
type Owner = { uid: number; gid: number }

/** PostgreSQL needs none of our secrets, so it gets an environment of its own. Windows programs need the system's. */
const environment =
  process.platform === 'win32'
    ? undefined
    : { LC_ALL: 'C', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin' }

/** Chooses the first way of running PostgreSQL that can start its programs and enter the folder. */
export function chooseIdentity(binaries: Binaries, dataDir: string): Identity {
  const watch = diesWithParent()
  const findings: string[] = []
  for (const candidate of candidates(binaries, dataDir)) {
    const identity = identityOf(candidate, watch)
    const finding = probe(identity, binaries, dataDir)
    if (finding === undefined) return identity
    findings.push(`${candidate.title}: ${finding}`)
  }
  throw new PostgresUnavailable(`no user can run ${binaries.postgres} on ${dataDir} (${findings.join('; ')})`)
}

/** Hands a folder and all in it to the identity, when it is not its own already (another way worked last time). */
export function giveTo(identity: Identity, path: string): void {
  const owner = identity.owner
  if (!owner) return
  const { uid, gid } = statSync(path)
  if (uid === owner.uid && gid === owner.gid) return
  for (const entry of statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []) {
    lchownSync(join(path, entry), owner.uid, owner.gid)
  }
  // The folder itself comes last, so that an interrupted hand-over is taken up again.
  chownSync(path, owner.uid, owner.gid)
}

function candidates(binaries: Binaries, dataDir: string): Candidate[] {
  const users = process.platform === 'linux' ? systemUsers() : new Map<string, Owner>()
  const nobody = users.get('nobody') ?? [...users.values()].find((user) => user.uid !== 0) ?? { uid: 65534, gid: 65534 }
  const mapped: Candidate = {
    title: 'root mapped to an ordinary user',
    prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
  }
  const ourselves: Candidate = { title: 'the present user', prefix: [] }

  if (process.platform !== 'linux') return [ourselves]
  // initdb insists on a name for its user, which containers with a free choice of user number do not have.
  if (process.getuid?.() !== 0) return hasName() ? [ourselves] : [{ ...mapped, title: 'a mapped user' }, ourselves]

  // PostgreSQL refuses root. A mapped root is root for the files and nobody for PostgreSQL, so it reaches a checkout
  // below /root. Where user namespaces are forbidden, or the files are another user's, we drop to a user who can.
  const root = { uid: 0, gid: 0 }
  const dropped = [ownerOf(dataDir), ownerOf(binaries.folder), users.get('postgres'), users.get('nobody')]
    .filter((user): user is Owner => user !== undefined && user.uid !== 0)
    .map((user): Candidate => ({ title: `user ${user.uid}`, prefix: [], drop: user, owner: user }))
  // The last resort for a container that forbids user namespaces and holds its files below /root.
  const capable: Candidate = {
    title: 'nobody with the right to pass folders',
    prefix: [
      ...['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'],
      ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'],
    ],
    owner: nobody,
  }
  return [{ ...mapped, owner: root }, ...dropped, capable]
}

function identityOf(candidate: Candidate, watch: string[]): Identity {
  const prefix = [...candidate.prefix, ...watch]
  return {
    command(program, args) {
      const [file = program, ...rest] = [...prefix, program, ...args]
      return { file, args: rest }
    },
    options: { ...candidate.drop, ...(environment && { env: environment }) },
    ...(candidate.owner && { owner: candidate.owner }),
  }
}

function probe(identity: Identity, binaries: Binaries, dataDir: string): string | undefined {
  const { file, args } =
    process.platform === 'win32'
      ? { file: binaries.postgres, args: ['--version'] }
      : identity.command('/bin/sh', ['-c', '"$1" --version >/dev/null && cd "$2"', 'sh', binaries.postgres, dataDir])
  const result = spawnSync(file, args, { ...identity.options, encoding: 'utf8', timeout: 10_000 })
  if (result.status === 0) return undefined
  return (result.error?.message ?? result.stderr.trim()) || `ended with ${result.status ?? result.signal}`
}

/**
 * Lets the kernel shut PostgreSQL down when our process is killed without a chance to do so itself. Where that is not
 * to be had, the next start finds and stops what was left over.
 */
function diesWithParent(): string[] {
  if (process.platform !== 'linux') return []
  const prefix = ['setpriv', '--pdeathsig', 'INT']
  const tried = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: environment, stdio: 'ignore' })
  return tried.status === 0 ? prefix : []
}

function systemUsers(): Map<string, Owner> {
  const users = new Map<string, Owner>()
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':')
      if (name && uid && gid) users.set(name, { uid: Number(uid), gid: Number(gid) })
    }
  } catch {
    // A system without this file has no users to drop to.
  }
  return users
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}
